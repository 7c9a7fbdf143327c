/**
 * The interfaces through which a writer encrypts a file. `encryption()` from `@marquetry/encryption` implements them.
 * This package does not contain a cipher.
 *
 *   schema ── FileEncryption ──> FileEncryptor, one per file ──> pages and Bloom filters of chunks, page indexes, footer
 *
 * Source: Encryption.md of parquet-format.
 */
import type { FileMetaData } from '@marquetry/metadata';
import type { Schema } from '@marquetry/schema';
import type { PageOutput } from './output.js';
import type { PendingChunk, PlacedChunk } from './placed-chunk.js';

/** A value for the writer option `encryption`. One object can be used for many files. */
export interface FileEncryption {
  readonly contract: 1;
  readonly name: string;
  /**
   * Returns the encryptor for a new file, which gets its own id. Called once per writer.
   * @throws ParquetError INVALID_ARGUMENT for settings that do not fit the schema.
   */
  begin(schema: Schema): FileEncryptor;
}

/** Identifies a column chunk by the ordinals of its row group and column. */
export interface ChunkPlace {
  readonly rowGroup: number;
  readonly column: number;
}

/** Encrypts one file. Columns that are not to be encrypted pass through unchanged. */
export interface FileEncryptor {
  /** The first four bytes of the file. */
  readonly magic: Uint8Array;
  /**
   * Writes the pages of a chunk, and returns the chunk as stored, with its Bloom filter encrypted.
   * @throws ParquetError LIMIT for a row group, column or page with an ordinal above 32,767.
   */
  writeChunk(chunk: PendingChunk, output: PageOutput, place: ChunkPlace): Promise<PlacedChunk>;
  /** Encrypts a page index of a chunk. */
  sealIndex(kind: 'column' | 'offset', index: Uint8Array, place: ChunkPlace): Promise<Uint8Array>;
  /** Encrypts or signs the footer. Removes metadata of encrypted columns from a plaintext footer. */
  sealFooter(metadata: FileMetaData): Promise<SealedFooter>;
}

/** The footer of an encrypted file, as bytes and as metadata. */
export interface SealedFooter {
  /** The end of the file: the footer, its length, and the magic bytes. */
  readonly bytes: Uint8Array;
  /** The footer as stored, without the metadata of columns that are encrypted with their own keys. */
  readonly metadata: FileMetaData;
}
