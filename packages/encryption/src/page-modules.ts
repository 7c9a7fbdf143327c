/**
 * The two modules of an encrypted page: one for its header, one for its body. The body has one of three layouts:
 *
 *   v1 page, dictionary page    body                     = module
 *   v2 page of Arrow C++        body                     = module of levels and values
 *   v2 page of parquet-java     body = levels in plaintext, module of values
 *
 * The two layouts of v2 pages differ in the position of the module's length field. Sources: Encryption.md; for v2 pages, the code
 * of Arrow C++ and of parquet-java 1.17.
 */
import { ParquetError } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ModuleCipher } from './cipher.js';
import { type CipherMode, lengthBytes, lengthFieldAt, type ModuleKind, overheadOf } from './modules.js';
import { joined } from './sealing.js';

/** The key of a column chunk, and a function that computes the AADs of its modules. */
export interface ChunkCipher {
  readonly cipher: ModuleCipher;
  /** How the bodies of pages are encrypted. */
  readonly bodyMode: CipherMode;
  /**
   * Number of bytes by which a stored body is longer than its header states. This is 0, except in DuckDB files,
   * whose headers state sizes before encryption.
   */
  readonly uncountedBytes: number;
  aad(kind: ModuleKind, page?: number): Uint8Array;
}

/** The place of a page in the file and in the chunk. The page might not be decrypted yet. */
export interface PageAt {
  /** The file offset of the page's header. */
  readonly offset: number;
  /**
   * The ordinal among the data pages of the chunk. For a dictionary page, this is the ordinal of the data page after
   * it.
   */
  readonly page: number;
  readonly isDictionary: boolean;
  /** The file offset of the end of the chunk. */
  readonly end: number;
}

/** The decrypted header of a page. */
export interface OpenedHeader {
  readonly bytes: Uint8Array;
  /** Number of bytes of the module that contains the header. */
  readonly moduleLength: number;
}

/** Decrypts the headers and bodies of pages into new memory. */
export interface PageOpener {
  /**
   * Returns the header of a page; `undefined` if {@link fetch} must be called first.
   * @throws ParquetError CORRUPT if the header is not authentic.
   */
  header(page: PageAt): OpenedHeader | undefined;
  /**
   * Returns the body of a page; `undefined` if {@link fetch} must be called first.
   * @param header The header as stored.
   * @throws ParquetError CORRUPT if the body is not authentic.
   */
  body(page: PageAt, opened: OpenedHeader, header: PageHeader): OpenedBody | undefined;
  /**
   * Fetches the bytes that `header` or `body` needs, or decrypts them.
   * @param aheadEnd Pages up to this file offset will be needed soon.
   */
  fetch(page: PageAt, aheadEnd: number): Promise<void>;
  /** Frees the memory of a decrypted page. */
  delete(page: PageAt): void;
  /** Frees the memory of all decrypted pages. */
  clear(): void;
}

export interface OpenedBody {
  readonly plain: Uint8Array;
  /** The body as stored, over which the checksum in the header is computed. May share memory with the source. */
  readonly stored: Uint8Array;
}

export function headerAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPageHeader') : aad('dataPageHeader', page);
}

export function bodyAad({ aad }: ChunkCipher, { isDictionary, page }: PageAt): Uint8Array {
  return isDictionary ? aad('dictionaryPage') : aad('dataPage', page);
}

/** The parts of a stored page body: levels in plaintext (if there are any), and a module. */
export interface StoredBody {
  readonly levels: Uint8Array;
  readonly module: Uint8Array;
  /** The whole body as stored: the levels in plaintext, then the module. */
  readonly stored: Uint8Array;
}

/**
 * Splits a stored page body into levels and a module.
 * @throws ParquetError CORRUPT if no layout fits the length of the body.
 */
export function storedBody(stored: Uint8Array, { dataPageHeaderV2 }: PageHeader, mode: CipherMode): StoredBody {
  const { repetitionLevelsByteLength = 0, definitionLevelsByteLength = 0 } = dataPageHeaderV2 ?? {};
  for (const levelBytes of [0, repetitionLevelsByteLength + definitionLevelsByteLength]) {
    const length = stored.length - levelBytes;
    if (length < overheadOf(mode) || lengthFieldAt(stored, levelBytes) !== length - lengthBytes) continue;
    return { levels: stored.subarray(0, levelBytes), module: stored.subarray(levelBytes), stored };
  }
  throw new ParquetError('CORRUPT', `the page body of ${stored.length} bytes is not an encrypted module`);
}

/** Returns the decrypted body. @param plain The decrypted module. The result may share memory with it. */
export function openedBody({ levels, stored }: StoredBody, plain: Uint8Array): OpenedBody {
  if (levels.length === 0) return { plain, stored };
  return { plain: joined(levels, plain), stored };
}
