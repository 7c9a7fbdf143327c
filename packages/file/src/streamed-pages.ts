/**
 * The interface for reading the pages of a chunk in order. `page-stream.ts` implements it for plaintext chunks, and
 * `@marquetry/encryption` for encrypted chunks.
 */
import type { Limits } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { MemoryAccount } from './memory-budget.js';
import type { ByteSource } from './source/byte-source.js';

/** A page header whose body has not been read yet. */
export interface StreamedHeader {
  readonly header: PageHeader;
  /** Size of the page header in bytes. */
  readonly headerSize: number;
  /** File offset of the page header. */
  readonly fileOffset: number;
  /**
   * Size of the page header and body in the file, in bytes. The next page starts this many bytes after the start of
   * this page.
   */
  readonly byteLength: number;
}

/** A page with its header, as stored but decrypted. */
export interface WholePage {
  readonly header: PageHeader;
  readonly headerBytes: Uint8Array;
  /** Size of the page header in bytes, which is the length of `headerBytes`. */
  readonly headerSize: number;
  readonly body: Uint8Array;
}

/** The bytes of a file, read in windows, which are ranges of consecutive bytes. See `page-stream.ts`. */
export interface StoredWindow {
  /**
   * Returns the bytes `[offset, offset + length)`, which must be before the footer, or undefined if they must be
   * fetched first. May alias the source.
   */
  bytes(offset: number, length: number): Uint8Array | undefined;
  /** Fetches the bytes that the last call of `bytes` could not return. */
  fetch(): Promise<void>;
  /** Continues at another file offset, like {@link PageStream.seek}. */
  seek(position: number, end: number): void;
  /** Drops the bytes that were read ahead. */
  drop(): void;
}

/** The pages of a chunk one after the other, as stored but decrypted. */
export interface PageStream {
  /** File offset of the next page. */
  position(): number;
  /**
   * Returns the header of the next page, or undefined if its bytes must be fetched first. Does not change the position.
   */
  peek(): StreamedHeader | undefined;
  /**
   * Returns the body of the page whose header `peek` returned, as stored but decrypted, and moves to the next page.
   * Returns undefined if the body must be fetched first; then call `peek` again. May alias the source.
   */
  take(streamed: StreamedHeader): Uint8Array | undefined;
  /** Like {@link take}, but also returns the bytes of the header. */
  takeWhole(streamed: StreamedHeader): WholePage | undefined;
  /** Fetches the bytes that `peek` or `take` needs. */
  fetch(): Promise<void>;
  /** Skips the page whose header `peek` returned. */
  pass(streamed: StreamedHeader): void;
  /** Continues at another file offset. Reads ahead up to `end`, where the last requested page ends. */
  seek(position: number, end: number): void;
  /** Drops the bytes that were read ahead. Does not change the position. */
  drop(): void;
}

/** Options for reading the pages of a chunk: settings of the file, and options of the read. */
export interface PageStreamOptions {
  readonly source: ByteSource;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
  readonly statistics: boolean;
  /**
   * True to verify the checksums of encrypted pages, which cover the encrypted bytes. The checksums of other pages are
   * verified when a page is opened.
   */
  readonly verifyChecksums: boolean;
  /** True if only some pages will be needed. The stream then reads fewer bytes ahead. */
  readonly partial: boolean;
  /** Maximum number of bytes per request, except for a larger page; default 8 MiB. */
  readonly windowBytes?: number | undefined;
  /**
   * The memory account in which the stream records its bytes before it reads them. If the account throws an error, the
   * stream does not change.
   */
  readonly account?: MemoryAccount | undefined;
}
