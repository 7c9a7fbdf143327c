/**
 * The interface of an open Parquet file, and the options for opening one.
 */
import type { CodecRegistry, ColumnKernels, DirectValues, EncodingRegistry, Kernels, Limits } from '@marquetry/core';
import type { ColumnIndex, FileMetaData, OffsetIndex, ParsedMemory } from '@marquetry/metadata';
import type { LeafNode, Schema } from '@marquetry/schema';
import type { ColumnBatch, ColumnChunkPiece, ReadBatchesOptions, ReadPiecesOptions } from './batches.js';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import type { EncryptionFacts, FileSecrets, FooterDecryption } from './decryption.js';
import type { ExternalFiles } from './external-files.js';
import type { StoredBytes } from './kept-bytes.js';
import type { ByteSource } from './source/byte-source.js';
import type { OpenedPage, PageRange, StoredPage } from './stored-pages.js';
import type { TypedColumn } from './typed-column.js';
import type { Where } from './where.js';

/** Options that determine how a file is read: encodings, codecs, limits and so on. */
export interface OpenFileOptions {
  readonly encodings: EncodingRegistry;
  /** The codecs for decompressing pages. Default: none, so only uncompressed columns can be read. */
  readonly codecs?: CodecRegistry;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /** True to verify page checksums; default true. */
  readonly verifyChecksums?: boolean;
  /** True to parse the statistics in the footer; default true. */
  readonly statistics?: boolean;
  /**
   * The `metadata` of the same file, if it was opened before, so that the footer is not read again. A `structuredClone`
   * from another thread or a cache is also accepted. Pass the metadata unchanged: reads check only the parts of it that
   * they use. Default: the footer is read.
   */
  readonly metadata?: FileMetaData | undefined;
  /**
   * Reads batches in other threads: pass the result of `createWorkerPool` from `@marquetry/parallel`. Default: batches
   * are read in this thread.
   */
  readonly parallel?: ParallelReader | undefined;
  /**
   * Evaluates the `where` option of reads: pass `predicates` from `@marquetry/prune`. Default: a read with `where`
   * throws an error.
   */
  readonly filter?: RowFilter | undefined;
  /**
   * Opens the other files that store columns of this file, as with summary files (`_metadata`): pass
   * `externalFiles((path) => ...)`. Default: reading such a column throws UNSUPPORTED.
   */
  readonly external?: ((own: ByteSource) => ExternalFiles) | undefined;
  /**
   * Decrypts encrypted files: pass `decryption({ keys })` from `@marquetry/encryption`. Default: opening a file with an
   * encrypted footer throws UNSUPPORTED, and so does reading an encrypted column. Encrypted files are read without
   * workers.
   */
  readonly decryption?: FileDecryption | undefined;
  /** Aborts opening the file. Each read has its own `signal` option. */
  readonly signal?: AbortSignal;
}

/** The interface for opening encrypted files, which `decryption({ keys })` from `@marquetry/encryption` implements. */
export interface FileDecryption extends FooterDecryption {
  /** Returns a copy of the file object whose reads first retrieve the decryption keys of the columns that they read. */
  unlocking(file: ParquetFile, secrets: FileSecrets): ParquetFile;
}

/** Options for opening a footer. */
export type OpenFooterOptions = Pick<OpenFileOptions, 'limits' | 'statistics' | 'metadata' | 'decryption' | 'signal'>;

/** The interface for reading batches in workers, which `createWorkerPool` from `@marquetry/parallel` implements. */
export interface ParallelReader {
  /**
   * Returns a copy of the file object that reads batches, rows and nested columns in workers. See {@link withBatches}.
   */
  attach(file: ParquetFile): ParquetFile;
}

/** Options for reading the rows that match a condition. */
export interface FilteredRead extends ReadBatchesOptions {
  readonly where: Where;
}

/** The interface for filtering rows, which `predicates` from `@marquetry/prune` implements. */
export interface RowFilter {
  /**
   * Like `file.leafBatches(options)`, but yields only the rows that match `options.where`. Must accept options without
   * `where`, because a file with a filter calls this method to read many ranges of rows, even without a condition.
   */
  leafBatches(file: ParquetFile, options: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
}

/** Identifies a column chunk by the ordinal of its row group, and the path or leaf of its column. */
export interface ChunkAddress {
  readonly rowGroup: number;
  readonly column: string | LeafNode;
}

/**
 * An open file. Opening it reads only the footer; everything else is read when it is needed. Reads may run
 * concurrently.
 */
export interface ParquetFile {
  readonly source: ByteSource;
  /** The limits for reading this file. */
  readonly limits: Limits;
  /** The kernels for reading this file. */
  readonly kernels: ColumnKernels;
  /** True if reads verify page checksums. */
  readonly verifyChecksums: boolean;
  /**
   * The state that all reads of the file share, for `@marquetry/file/visits`. Undefined if batches are read in workers.
   */
  readonly context: FileContext | undefined;
  /** The parsed footer of the file. */
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  /** Number of rows, summed over all row groups, because `numRows` in the footer may be wrong. */
  readonly rowCount: number;
  /**
   * File offset and size of the footer in bytes (the end of the file and 0 if `metadata` was passed), and the number of
   * bytes that the footer keeps in memory, including the column chunks parsed so far.
   */
  readonly footer: {
    readonly offset: number;
    readonly byteLength: number;
    readonly memory: Readonly<ParsedMemory>;
    /**
     * The bytes of page indexes that were read together with the footer, at most 64 KiB. Later reads use these bytes.
     * Undefined if none were read.
     */
    readonly indexes: StoredBytes | undefined;
  };
  /** How the file is encrypted; undefined if nothing in it is encrypted, or if it was opened without `decryption`. */
  readonly encryption: EncryptionFacts | undefined;
  /**
   * Retrieves the decryption keys of columns, and decrypts the metadata of their chunks, so that {@link chunk} can
   * return it. Reads do this for the columns that they read. Default: all columns. Does nothing for columns that are
   * not encrypted.
   * @throws ParquetError INVALID_ARGUMENT, naming the column, if its key is missing; CORRUPT if its metadata is not
   * authentic.
   */
  unlock(columns?: ReadBatchesOptions['columns'], signal?: AbortSignal): Promise<void>;
  /**
   * Yields typed columns in batches of `batchRows` rows, by default all rows of a row group. TypeScript narrows
   * `batch['path'].values` by `layout` and `type`.
   * @throws ParquetError for unknown columns and corrupt input; rejects with the signal's reason on abort.
   */
  columnBatches(options?: ReadBatchesOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /**
   * Like {@link columnBatches}, but each batch is an array of columns in the requested order, so that columns may have
   * the same name.
   */
  leafBatches(options?: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /**
   * Yields the values of one column as they are decoded, in arrays (pieces) that are not joined. A new piece starts
   * where the dictionary changes, so dictionary indices are never replaced by values.
   */
  columnPieces(
    path: string | LeafNode,
    options?: Omit<ReadPiecesOptions, 'columns'>,
  ): AsyncGenerator<ColumnChunkPiece, void, undefined>;
  /**
   * Returns the footer's description of a chunk, after checking it.
   * @throws ParquetError CORRUPT if the description is invalid, UNSUPPORTED if the chunk cannot be read, and
   * INVALID_ARGUMENT if there is no such chunk, or if the column is encrypted and was neither read before nor passed to
   * {@link unlock}.
   */
  chunk(address: ChunkAddress): ChunkLocation;
  /**
   * Yields the pages of a chunk as stored, without decompressing or decoding them. With `within`, yields only the pages
   * in this range of file offsets.
   */
  pages(address: ChunkAddress, signal?: AbortSignal, within?: PageRange): AsyncGenerator<StoredPage, void, undefined>;
  /** Yields the pages of a chunk, with their checksums verified and their levels decoded. */
  openPages(address: ChunkAddress, signal?: AbortSignal): AsyncGenerator<OpenedPage, void, undefined>;
  /** Returns the offset index of a chunk, or undefined if it does not have one. */
  offsetIndex(address: ChunkAddress, signal?: AbortSignal): Promise<OffsetIndex | undefined>;
  /** Returns the column index of a chunk, or undefined if it does not have one. */
  columnIndex(address: ChunkAddress, signal?: AbortSignal): Promise<ColumnIndex | undefined>;
  /**
   * Returns the dictionary of a chunk, or undefined if it does not have one.
   * @throws ParquetError if the dictionary page is invalid.
   */
  dictionary(address: ChunkAddress, signal?: AbortSignal): Promise<DirectValues | undefined>;
  /**
   * Returns a `ParquetFile` for the same file that reads from another source with the same bytes, such as one that reads
   * ahead. The footer is not read again.
   * @throws ParquetError INVALID_ARGUMENT if `source` is not a source, or has a different length.
   */
  over(source: ByteSource): ParquetFile;
  /**
   * Returns a file object that has only the row groups with the given ordinals, numbered from 0.
   * @throws ParquetError INVALID_ARGUMENT if there is no row group with one of the ordinals.
   */
  part(rowGroups: readonly number[]): ParquetFile;
  /**
   * Finds the file that stores the byte at an offset, and the offset in that file. Undefined if this file was opened
   * without `external`.
   */
  readonly external: Pick<ExternalFiles, 'placeOf'> | undefined;
  /** Calls the source's `close` method, if it has one. Marquetry's own sources do not need to be closed. */
  close(): Promise<void>;
}

/** The properties of an open file that come from its footer. */
export type OpenedFooter = Pick<ParquetFile, 'metadata' | 'schema' | 'rowCount' | 'footer' | 'encryption'>;
