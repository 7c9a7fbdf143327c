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

/** The encodings, codecs, limits and other parts that a file is read with. */
export interface OpenFileOptions {
  readonly encodings: EncodingRegistry;
  /** The codecs to decompress pages with. Default: none, so that only uncompressed files can be read. */
  readonly codecs?: CodecRegistry;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /** True to verify page checksums; default true. */
  readonly verifyChecksums?: boolean;
  /** True to parse the statistics in the footer; default true. */
  readonly statistics?: boolean;
  /**
   * The `metadata` of the same file from an earlier opening, so that the footer is not read again. A `structuredClone`
   * from another thread or a cache is accepted, too. Do not change the metadata: only the parts that reads use are
   * checked. Default: the footer is read.
   */
  readonly metadata?: FileMetaData | undefined;
  /**
   * Reads batches in other threads. Pass the result of `createWorkerPool` of `@marquetry/parallel`. Default: batches
   * are read in this thread.
   */
  readonly parallel?: ParallelReader | undefined;
  /** Evaluates the option `where` of reads: pass `predicates` of `@marquetry/prune`. Default: a read with `where` throws an error. */
  readonly filter?: RowFilter | undefined;
  /**
   * Opens other files that store columns of this one, which summary files (`_metadata`) need: pass `externalFiles((path) =>
   * ...)`. Default: reading such a column throws UNSUPPORTED.
   */
  readonly external?: ((own: ByteSource) => ExternalFiles) | undefined;
  /**
   * Opens encrypted files: pass `decryption({ keys })` of `@marquetry/encryption`. Default: opening a file with an encrypted
   * footer throws UNSUPPORTED, and so does reading an encrypted column. Encrypted files are read without workers.
   */
  readonly decryption?: FileDecryption | undefined;
  /** Aborts opening the file. Each read has its own `signal` option. */
  readonly signal?: AbortSignal;
}

/** Opens encrypted files: `decryption({ keys })` of `@marquetry/encryption`. */
export interface FileDecryption extends FooterDecryption {
  /** Returns a copy of the file object whose reads first request the keys of the columns that they read. */
  unlocking(file: ParquetFile, secrets: FileSecrets): ParquetFile;
}

/** Options for opening a footer. */
export type OpenFooterOptions = Pick<OpenFileOptions, 'limits' | 'statistics' | 'metadata' | 'decryption' | 'signal'>;

/** Reads the batches of files in workers. */
export interface ParallelReader {
  /**
   * Returns a copy of the file object that reads batches, rows and nested columns in workers. See {@link withBatches}.
   */
  attach(file: ParquetFile): ParquetFile;
}

/** The options of a read of the rows that pass a predicate. */
export interface FilteredRead extends ReadBatchesOptions {
  readonly where: Where;
}

/** The interface of a filter: `predicates` of `@marquetry/prune`. */
export interface RowFilter {
  /**
   * Like `file.leafBatches(options)`, but yields the rows that pass `options.where`. Must also accept options without
   * `where`, because it is used to read many ranges of rows.
   */
  leafBatches(file: ParquetFile, options: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
}

/** Names a column chunk: the ordinal of its row group, and the path or leaf of its column. */
export interface ChunkAddress {
  readonly rowGroup: number;
  readonly column: string | LeafNode;
}

/** An open file. Only the footer has been read; everything else is read when it is needed. Reads may run concurrently. */
export interface ParquetFile {
  readonly source: ByteSource;
  /** The limits for reading this file. */
  readonly limits: Limits;
  /** The kernels for reading this file. */
  readonly kernels: ColumnKernels;
  /** True if reads verify page checksums. */
  readonly verifyChecksums: boolean;
  /**
   * What all reads of the file share, for `@marquetry/file/visits`. Undefined if batches are read in workers.
   */
  readonly context: FileContext | undefined;
  /** The parsed footer of the file. */
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  /** Number of rows in all row groups. The footer's own `numRows` may be wrong. */
  readonly rowCount: number;
  /**
   * File offset and size of the footer in bytes; if `metadata` was passed, the end of the file and 0. Also the number
   * of bytes that the footer keeps in memory, including the column chunks parsed so far.
   */
  readonly footer: {
    readonly offset: number;
    readonly byteLength: number;
    readonly memory: Readonly<ParsedMemory>;
    /** Page indexes that were read together with the footer, at most 64 KiB. Later reads use these bytes. Undefined if there are none. */
    readonly indexes: StoredBytes | undefined;
  };
  /** How the file is encrypted; undefined if nothing in it is encrypted, or if it was opened without `decryption`. */
  readonly encryption: EncryptionFacts | undefined;
  /**
   * Gets the keys of encrypted columns, and decrypts the metadata of their chunks, so that {@link chunk} can return it.
   * Reads do this for the columns that they read. Default: all columns. Does nothing for columns that are not
   * encrypted.
   * @throws ParquetError INVALID_ARGUMENT, naming the column, if its key is missing; CORRUPT if its metadata is not authentic.
   */
  unlock(columns?: ReadBatchesOptions['columns'], signal?: AbortSignal): Promise<void>;
  /**
   * Reads typed columns in batches of a row group or `batchRows` rows. In a batch, `batch['path'].values` narrows by
   * `layout` and `type`.
   * @throws ParquetError for unknown columns and corrupt input; rejects with the signal's reason on abort.
   */
  columnBatches(options?: ReadBatchesOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /** Like {@link columnBatches}, but each batch is an array of columns in the requested order, so two columns may have the same name. */
  leafBatches(options?: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /**
   * Yields one column as arrays of consecutive values (pieces), like {@link columnBatches}. A new piece starts where
   * the dictionary changes, so values are never joined or decoded.
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
   * Yields the pages of a chunk as stored, without decompressing or decoding them. With `within`, yields only the pages in a
   * range of file offsets.
   */
  pages(address: ChunkAddress, signal?: AbortSignal, within?: PageRange): AsyncGenerator<StoredPage, void, undefined>;
  /** Yields the pages of a chunk, with their checksums verified and their levels decoded. */
  openPages(address: ChunkAddress, signal?: AbortSignal): AsyncGenerator<OpenedPage, void, undefined>;
  /** Returns the offset index of a chunk; `undefined` if it has none. */
  offsetIndex(address: ChunkAddress, signal?: AbortSignal): Promise<OffsetIndex | undefined>;
  /** Returns the column index of a chunk; `undefined` if it has none. */
  columnIndex(address: ChunkAddress, signal?: AbortSignal): Promise<ColumnIndex | undefined>;
  /**
   * Returns the dictionary of a chunk; `undefined` if it has none.
   * @throws ParquetError if the dictionary page is invalid.
   */
  dictionary(address: ChunkAddress, signal?: AbortSignal): Promise<DirectValues | undefined>;
  /**
   * Returns the same file, read from another source of the same bytes, such as one that reads ahead. The footer is not read
   * again.
   * @throws ParquetError INVALID_ARGUMENT if `source` is not a source, or has a different length.
   */
  over(source: ByteSource): ParquetFile;
  /**
   * Returns a file with only the row groups of these ordinals. The new file numbers its row groups from 0.
   * @throws ParquetError INVALID_ARGUMENT for an ordinal that this file does not have.
   */
  part(rowGroups: readonly number[]): ParquetFile;
  /**
   * Finds the file that stores a column, and the offset in that file. `undefined` if this file was opened without
   * `external`.
   */
  readonly external: Pick<ExternalFiles, 'placeOf'> | undefined;
  /** Calls `close` of the source, if it has that method. Marquetry's own sources do not need it. */
  close(): Promise<void>;
}

/** The properties of an open file that its footer determines. */
export type OpenedFooter = Pick<ParquetFile, 'metadata' | 'schema' | 'rowCount' | 'footer' | 'encryption'>;
