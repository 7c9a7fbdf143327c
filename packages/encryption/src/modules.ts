/**
 * Modules are the separately encrypted parts of a file, such as a page header or a page body.
 *
 *   GCM | u32 LE bytes after it | nonce 12 | ciphertext | tag 16
 *   CTR | u32 LE bytes after it | nonce 12 | ciphertext          bodies of pages, if the algorithm is AES_GCM_CTR_V1
 *
 * The additional authenticated data (AAD) of a module describes the place of the module. The AAD is not stored: a reader computes it from the place
 * where it found the module. So a module that was moved fails authentication.
 *
 *   AAD prefix | file id | kind u8 | row group i16 LE | column i16 LE | page i16 LE
 *
 * A module that does not belong to a row group, column or page, such as the footer, omits these fields. Source:
 * Encryption.md#additional-authenticated-data.
 */
import { ParquetError, viewOf } from '@marquetry/core';

/** The kinds of modules, with the byte for each kind in the AAD. */
const moduleKinds = {
  footer: 0,
  columnMetadata: 1,
  dataPage: 2,
  dictionaryPage: 3,
  dataPageHeader: 4,
  dictionaryPageHeader: 5,
  columnIndex: 6,
  offsetIndex: 7,
  bloomFilterHeader: 8,
  bloomFilterBits: 9,
} as const;

/** The name of a kind of module. */
export type ModuleKind = keyof typeof moduleKinds;

/**
 * How a module is encrypted: with AES-GCM, whose tag proves that neither the bytes nor the place of the module were
 * changed, or with AES-CTR, which has no tag.
 */
export type CipherMode = 'gcm' | 'ctr';

/** Number of bytes of the length field of a module. */
export const lengthBytes = 4;
/** Number of bytes of a nonce. */
export const nonceBytes = 12;
/** Number of bytes of an AES-GCM tag. */
export const tagBytes = 16;

/** Returns how many bytes a module has in addition to its plaintext. */
export function overheadOf(mode: CipherMode): number {
  return lengthBytes + nonceBytes + (mode === 'gcm' ? tagBytes : 0);
}

/** The largest ordinal of a row group, a column or a page. The AAD stores ordinals as signed 16-bit integers. */
export const mostOrdinal: number = 2 ** 15 - 1;

/**
 * The place of a module: the ordinals of its row group, its column and its page. A module that does not belong to one
 * of these omits the ordinal. Data pages are counted from 0 in each chunk.
 */
export interface ModulePlace {
  readonly rowGroup?: number | undefined;
  readonly column?: number | undefined;
  readonly page?: number | undefined;
}

/**
 * The start of the AAD of every module: the AAD prefix and the file id. Undefined for files whose modules have no AAD.
 */
export type FileAad = Uint8Array | undefined;

/**
 * Returns the AAD of a module.
 * @throws ParquetError LIMIT for an ordinal above 32,767, which does not fit in the AAD.
 */
export function aadOf(fileAad: FileAad, kind: ModuleKind, place: ModulePlace = {}): Uint8Array<ArrayBuffer> {
  if (fileAad === undefined) return new Uint8Array(0);
  const { rowGroup, column, page } = place;
  const ordinals = [rowGroup, column, page].filter((ordinal) => ordinal !== undefined);
  const aad = new Uint8Array(fileAad.length + 1 + 2 * ordinals.length);
  aad.set(fileAad);
  let at = fileAad.length;
  aad[at++] = moduleKinds[kind];
  for (const ordinal of ordinals) {
    if (ordinal > mostOrdinal) {
      const what = `an encrypted file can have at most ${mostOrdinal + 1} row groups, columns, and data pages per chunk`;
      throw new ParquetError('LIMIT', what);
    }
    aad[at++] = ordinal & 0xff;
    aad[at++] = ordinal >> 8;
  }
  return aad;
}

/**
 * Returns a function that computes the AADs of one column chunk. A chunk may have thousands of pages, so the function
 * copies a prepared AAD and writes the ordinal of the page into the copy.
 */
export function createPlacedAad(
  fileAad: FileAad,
  place: Omit<ModulePlace, 'page'>,
): (kind: ModuleKind, page?: number) => Uint8Array {
  const ofFirstPage = new Map<ModuleKind, Uint8Array>();
  return (kind, page) => {
    if (page === undefined || page > mostOrdinal) return aadOf(fileAad, kind, { ...place, page });
    const first = ofFirstPage.get(kind) ?? aadOf(fileAad, kind, { ...place, page: 0 });
    ofFirstPage.set(kind, first);
    const aad = first.slice();
    // If there is no AAD, the array is empty, and these assignments do nothing.
    aad[aad.length - 2] = page & 0xff;
    aad[aad.length - 1] = page >> 8;
    return aad;
  };
}

/** Returns the 32-bit little-endian integer at an offset, which is the length of the rest of a module. */
export function lengthFieldAt(bytes: Uint8Array, offset: number): number {
  const at = (i: number): number => bytes[offset + i] ?? 0;
  return (at(0) | (at(1) << 8) | (at(2) << 16) | (at(3) << 24)) >>> 0;
}

/**
 * Returns a new module that contains its length and its nonce. The caller writes the ciphertext and the tag at
 * `bodyStart`.
 */
export function moduleHead(
  mode: CipherMode,
  nonce: Uint8Array,
  plainLength: number,
): { readonly module: Uint8Array<ArrayBuffer>; readonly bodyStart: number } {
  const module = new Uint8Array(overheadOf(mode) + plainLength);
  viewOf(module).setUint32(0, module.length - lengthBytes, true);
  module.set(nonce, lengthBytes);
  return { module, bodyStart: lengthBytes + nonceBytes };
}

/** Returns the first AES-CTR counter block for a nonce: the nonce, then 1 as a big-endian 32-bit integer. Source: Encryption.md#aes_gcm_ctr_v1. */
export function counterOf(nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  const counter = new Uint8Array(nonceBytes + 4);
  counter.set(nonce);
  counter[counter.length - 1] = 1;
  return counter;
}
