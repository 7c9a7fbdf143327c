/**
 * The two modules of an encrypted page: header and body.
 *
 *   v1 page, dictionary page    body                     = module
 *   v2 page of Arrow C++        body                     = module of levels and values
 *   v2 page of parquet-java     body = levels in plaintext, module of values
 *
 * The length before a module tells the two kinds of v2 pages apart. Source: Encryption.md; the code of Arrow C++ and of parquet-java 1.17 for v2 pages.
 */
import { ParquetError, viewOf } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ModuleCipher } from './cipher.js';
import { type CipherMode, lengthBytes, type ModuleKind, overheadOf } from './modules.js';

/** The key of a chunk, and the AAD of its modules. */
export interface ChunkCipher {
  readonly cipher: ModuleCipher;
  /** How bodies of pages are encrypted. */
  readonly bodyMode: CipherMode;
  /** Bytes of a stored body that its header does not count: 0, but in files of DuckDB, which states the size in plaintext. */
  readonly uncountedBytes: number;
  aad(kind: ModuleKind, page?: number): Uint8Array;
}

/** A page before it is opened. */
export interface PageAt {
  /** File offset of the header. */
  readonly offset: number;
  /** Ordinal among the data pages of the chunk; that of the next data page for a dictionary page. */
  readonly page: number;
  readonly isDictionary: boolean;
  /** End of the chunk. */
  readonly end: number;
}

/** The header of a page in plaintext. */
export interface OpenedHeader {
  readonly bytes: Uint8Array;
  /** Bytes of its module. */
  readonly moduleLength: number;
}

/** Opens the modules of pages. The results alias nothing. */
export interface PageOpener {
  /** Returns the header of a page; `undefined` if {@link fetch} must be called first. @throws ParquetError CORRUPT if it is not authentic. */
  header(page: PageAt): OpenedHeader | undefined;
  /** Returns the body of a page; `undefined` if {@link fetch} must be called first. @param header as stored. @throws ParquetError CORRUPT. */
  body(page: PageAt, opened: OpenedHeader, header: PageHeader): OpenedBody | undefined;
  /** Fetches or opens what `header` or `body` lacked. @param aheadEnd pages up to this file offset will be needed next. */
  fetch(page: PageAt, aheadEnd: number): Promise<void>;
  /** Forgets a page. */
  delete(page: PageAt): void;
  /** Forgets all pages. */
  clear(): void;
}

export interface OpenedBody {
  readonly plain: Uint8Array;
  /** The body as stored, which its checksum belongs to. May alias the source. */
  readonly stored: Uint8Array;
}

export function headerAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPageHeader') : aad('dataPageHeader', page);
}

export function bodyAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPage') : aad('dataPage', page);
}

/** A stored body: the levels in plaintext, if there are any, and the module. */
export interface StoredBody {
  readonly levels: Uint8Array;
  readonly module: Uint8Array;
  /** The whole body. */
  readonly stored: Uint8Array;
}

/** Splits a body into levels and module. @throws ParquetError CORRUPT if it has no module of that length. */
export function storedBody(stored: Uint8Array, { dataPageHeaderV2 }: PageHeader, mode: CipherMode): StoredBody {
  const { repetitionLevelsByteLength = 0, definitionLevelsByteLength = 0 } = dataPageHeaderV2 ?? {};
  for (const levelBytes of [0, repetitionLevelsByteLength + definitionLevelsByteLength]) {
    const length = stored.length - levelBytes;
    if (length < overheadOf(mode) || viewOf(stored).getUint32(levelBytes, true) !== length - lengthBytes) continue;
    return { levels: stored.subarray(0, levelBytes), module: stored.subarray(levelBytes), stored };
  }
  throw new ParquetError('CORRUPT', `the ${stored.length} bytes of the page are not an encrypted module`);
}

/** Returns the body in plaintext. @param plain the opened module, which becomes part of the result. */
export function openedBody({ levels, stored }: StoredBody, plain: Uint8Array): OpenedBody {
  if (levels.length === 0) return { plain, stored };
  const body = new Uint8Array(levels.length + plain.length);
  body.set(levels);
  body.set(plain, levels.length);
  return { plain: body, stored };
}
