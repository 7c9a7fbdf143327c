/**
 * The two modules of an encrypted page: header and body.
 *
 *   v1 page, dictionary page    body                     = module
 *   v2 page of Arrow C++        body                     = module of levels and values
 *   v2 page of parquet-java     body = levels in plaintext, module of values
 *
 * The length before a module tells the two kinds of v2 pages apart. Source: Encryption.md; the code of Arrow C++ and of parquet-java 1.17 for v2 pages.
 */
import { ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ModuleCipher } from './cipher.js';
import { type CipherMode, lengthBytes, lengthFieldAt, type ModuleKind, overheadOf } from './modules.js';
import { joined } from './sealing.js';

/** The key of a column chunk, and a function that computes the AAD of its modules. */
export interface ChunkCipher {
  readonly cipher: ModuleCipher;
  /** The way the bodies of pages are encrypted. */
  readonly bodyMode: CipherMode;
  /** Number of bytes by which a stored body is longer than its header states: 0, except in files of DuckDB, whose headers state sizes before encryption. */
  readonly uncountedBytes: number;
  aad(kind: ModuleKind, page?: number): Uint8Array;
}

/** The place of a page that has not been decrypted yet. */
export interface PageAt {
  /** File offset of the header. */
  readonly offset: number;
  /** Ordinal among the data pages of the chunk. For a dictionary page, the ordinal of the data page after it. */
  readonly page: number;
  readonly isDictionary: boolean;
  /** File offset of the end of the chunk. */
  readonly end: number;
}

/** The header of a page in plaintext. */
export interface OpenedHeader {
  readonly bytes: Uint8Array;
  /** Size of the header's module in bytes. */
  readonly moduleLength: number;
}

/** Decrypts the modules of pages. The results are in new memory. */
export interface PageOpener {
  /** Returns the header of a page; `undefined` if {@link fetch} must be called first. @throws ParquetError CORRUPT if it is not authentic. */
  header(page: PageAt): OpenedHeader | undefined;
  /** Returns the body of a page; `undefined` if {@link fetch} must be called first. @param header as stored. @throws ParquetError CORRUPT. */
  body(page: PageAt, opened: OpenedHeader, header: PageHeader): OpenedBody | undefined;
  /** Fetches or decrypts what `header` or `body` could not return. @param aheadEnd pages up to this file offset will be needed next. */
  fetch(page: PageAt, aheadEnd: number): Promise<void>;
  /** Frees the memory of a page that was decrypted. */
  delete(page: PageAt): void;
  /** Frees the memory of all pages that were decrypted. */
  clear(): void;
}

export interface OpenedBody {
  readonly plain: Uint8Array;
  /** The body as stored, from which the checksum in the header was computed. May alias the source. */
  readonly stored: Uint8Array;
}

export function headerAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPageHeader') : aad('dataPageHeader', page);
}

export function bodyAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPage') : aad('dataPage', page);
}

/** The parts of a stored page body: levels in plaintext, if there are any, and a module. */
export interface StoredBody {
  readonly levels: Uint8Array;
  readonly module: Uint8Array;
  /** The whole body as stored: the levels, then the module. */
  readonly stored: Uint8Array;
}

/** Splits a stored page body into levels and module. @throws ParquetError CORRUPT if neither layout fits its length. */
export function storedBody(stored: Uint8Array, { dataPageHeaderV2 }: PageHeader, mode: CipherMode): StoredBody {
  const { repetitionLevelsByteLength = 0, definitionLevelsByteLength = 0 } = dataPageHeaderV2 ?? {};
  for (const levelBytes of [0, repetitionLevelsByteLength + definitionLevelsByteLength]) {
    const length = stored.length - levelBytes;
    if (length < overheadOf(mode) || lengthFieldAt(stored, levelBytes) !== length - lengthBytes) continue;
    return { levels: stored.subarray(0, levelBytes), module: stored.subarray(levelBytes), stored };
  }
  throw new ParquetError('CORRUPT', `the ${stored.length} bytes of the page are not an encrypted module`);
}

/** Returns the decrypted body. @param plain the decrypted module; the result may alias it. */
export function openedBody({ levels, stored }: StoredBody, plain: Uint8Array): OpenedBody {
  if (levels.length === 0) return { plain, stored };
  return { plain: joined(levels, plain), stored };
}
