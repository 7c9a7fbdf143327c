/**
 * The interfaces through which a reader decrypts the parts of an encrypted file. `decryption()` from
 * `@marquetry/encryption` implements them. This package does not contain a cipher.
 *
 *   footer ── FooterDecryption ──> FileSecrets ── per column chunk ──> ChunkSecrets ──> page headers, pages, indexes, Bloom filter
 *
 * Source: Encryption.md.
 */
import type { ErrorPlace, Limits, PlugIn } from '@marquetry/core';
import type { ColumnChunk, ColumnMetaData, FileMetaData, ParsedMemory, RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { ByteSource } from './source/byte-source.js';
import type { PageStream, PageStreamOptions, StoredWindow } from './streamed-pages.js';

/** The bytes of a footer, without the length and magic that follow it. */
export interface StoredFooter {
  readonly bytes: Uint8Array;
  /** File offset of the footer. */
  readonly fileOffset: number;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** Decrypts the footers of encrypted files. */
export interface FooterDecryption extends PlugIn {
  readonly contract: 1;
  /**
   * Decrypts an encrypted footer, which ends with `PARE`.
   * @throws ParquetError CORRUPT if the footer is not authentic or the key is wrong; INVALID_ARGUMENT if the key or the
   * AAD prefix is missing.
   */
  openFooter(footer: StoredFooter): Promise<OpenedSecrets>;
  /**
   * Checks a plaintext footer, which ends with `PAR1`. Returns undefined for a file without encryption.
   * @throws ParquetError CORRUPT if its signature is wrong, or if the file lacks the protection that the caller requires.
   */
  checkFooter(metadata: FileMetaData, footer: StoredFooter): Promise<FileSecrets | undefined>;
}

/** A decrypted footer, and the decryption keys for the rest of the file. */
export interface OpenedSecrets {
  /** The decrypted footer: the bytes of a FileMetaData. */
  readonly bytes: Uint8Array;
  readonly secrets: FileSecrets;
}

/** Describes how an open file is encrypted. */
export interface EncryptionFacts {
  readonly algorithm: 'AES_GCM_V1' | 'AES_GCM_CTR_V1';
  readonly footer: 'encrypted' | 'plaintext';
  /** True if the footer is authentic: it was encrypted, or its signature was verified. */
  readonly isVerified: boolean;
}

/** The decryption keys of an open file. */
export interface FileSecrets {
  readonly facts: EncryptionFacts;
  /** Receives the parsed footer, and the counter for its memory. Called once. */
  attach(metadata: FileMetaData, memory: ParsedMemory): void;
  /**
   * Retrieves the decryption keys of the given columns, and decrypts the metadata of their chunks.
   * @throws ParquetError INVALID_ARGUMENT, naming the column, if a key is missing; CORRUPT if the metadata is not
   * authentic.
   */
  unlock(leaves: readonly LeafNode[], signal: AbortSignal | undefined): Promise<void>;
  /**
   * Returns an encrypted chunk with its metadata in plaintext, and the object that decrypts its pages.
   * @throws ParquetError INVALID_ARGUMENT if `unlock` was not called for the column first.
   */
  chunkOf(rowGroup: RowGroup, leaf: LeafNode, at: ErrorPlace): OpenedChunk;
}

/** An encrypted chunk with its metadata in plaintext, and the object that decrypts its pages. */
export interface OpenedChunk {
  readonly chunk: ColumnChunk;
  readonly secrets: ChunkSecrets;
}

/** The location of an encrypted chunk. Offsets are file offsets in bytes. */
export interface SealedChunk {
  readonly chunk: ColumnChunk;
  readonly metaData: ColumnMetaData;
  /** The byte range of the pages; `start` is undefined if the chunk has no pages. */
  readonly start: number | undefined;
  readonly end: number;
  /** File offset that no page may extend beyond. */
  readonly dataEnd: number;
  /** Row group and column, for errors. */
  readonly at: ErrorPlace;
}

/** Decrypts the parts of a column chunk. */
export interface ChunkSecrets {
  /**
   * Returns a stream of the chunk's pages, with headers and bodies in plaintext.
   * @param windowed Opens a stream of the chunk's stored bytes.
   */
  pageStream(
    location: SealedChunk,
    options: PageStreamOptions,
    windowed: (options: PageStreamOptions) => StoredWindow,
  ): PageStream;
  /** Decrypts a page index. @throws ParquetError CORRUPT if the index is not authentic. */
  openIndex(kind: 'column' | 'offset', stored: Uint8Array, at: ErrorPlace): Promise<Uint8Array>;
  /** Reads the Bloom filter of a chunk, which must have one. Returns the decrypted header and bits. */
  bloomFilter(source: ByteSource, location: SealedChunk, options: SecretReadOptions): Promise<Uint8Array>;
}

/** Options for reading an encrypted part of a file. */
export interface SecretReadOptions {
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}
