/**
 * An open Parquet file.
 */
import type { CodecRegistry, ColumnKernels, DirectValues, EncodingRegistry, Kernels, Limits } from '@marquetry/core';
import type { ColumnIndex, FileMetaData, OffsetIndex, ParsedMemory } from '@marquetry/metadata';
import type { LeafNode, Schema } from '@marquetry/schema';
import type { ColumnBatch, ColumnChunkPiece, ReadBatchesOptions, ReadPiecesOptions } from './batches.js';
import type { ChunkLocation } from './chunk.js';
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
  /** Whether page checksums are compared; default true. */
  readonly verifyChecksums?: boolean;
  /** Whether the footer's statistics are parsed; default true. */
  readonly statistics?: boolean;
  /**
   * The `metadata` of the same file from an earlier opening, so that the footer is not read again. It may come from another thread or a cache, by
   * `structuredClone`. It must be what was read: only the parts that reads use are checked. Default: the footer is read.
   */
  readonly metadata?: FileMetaData | undefined;
  /**
   * Reads batches outside this thread, such as `createWorkerPool` of `@marquetry/parallel`. Default: none; batches are
   * read in this thread.
   */
  readonly parallel?: ParallelReader | undefined;
  /** Evaluates `where`: `predicates` of `@marquetry/prune`. Default: none, and a read with `where` throws. */
  readonly filter?: RowFilter | undefined;
  /**
   * Opens the other files that hold columns, as summary files (`_metadata`) need: `externalFiles((path) => ...)`.
   * Default: such columns throw UNSUPPORTED.
   */
  readonly external?: ((own: ByteSource) => ExternalFiles) | undefined;
  /** Aborts only the opening. Each read has its own signal. */
  readonly signal?: AbortSignal;
}

/** Options for opening a footer. */
export type OpenFooterOptions = Pick<OpenFileOptions, 'limits' | 'statistics' | 'metadata' | 'signal'>;

/** A reader of the batches of files in workers. */
export interface ParallelReader {
  /** Returns the same file with batches, rows and nested columns that are read in workers. See {@link withBatches}. */
  attach(file: ParquetFile): ParquetFile;
}

/** The options of a read of the rows that pass a predicate. */
export interface FilteredRead extends ReadBatchesOptions {
  readonly where: Where;
}

/** The interface of a filter: `predicates` of `@marquetry/prune`. */
export interface RowFilter {
  /**
   * Like `file.leafBatches(options)`, but yields the rows that pass `options.where`. Also used to read many ranges of
   * rows without `where`.
   */
  leafBatches(file: ParquetFile, options: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
}

/** A column chunk, by the ordinal of its row group and the column's path or leaf. */
export interface ChunkAddress {
  readonly rowGroup: number;
  readonly column: string | LeafNode;
}

/** An open file. Opening has read the footer; everything else is read on request. Reads may run concurrently. */
export interface ParquetFile {
  readonly source: ByteSource;
  /** The limits for reading this file. */
  readonly limits: Limits;
  /** The kernels for reading this file. */
  readonly kernels: ColumnKernels;
  /** Whether page checksums are compared. */
  readonly verifyChecksums: boolean;
  /** The footer as stored. */
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  /** Number of rows in all row groups. The footer's own `numRows` may be wrong. */
  readonly rowCount: number;
  /**
   * File offset and size of the footer, in bytes, or the end of the file and 0 where `metadata` was given; and the
   * bytes that it keeps alive, including the column chunks parsed so far.
   */
  readonly footer: {
    readonly offset: number;
    readonly byteLength: number;
    readonly memory: Readonly<ParsedMemory>;
    /** Page indexes that were read together with the footer, at most 64 KiB. Later reads use these bytes. Undefined if there are none. */
    readonly indexes: StoredBytes | undefined;
  };
  /**
   * Reads typed columns in batches of a row group or `batchRows` rows. In a batch, `batch['path'].values` narrows by
   * `layout` and `type`.
   * @throws ParquetError for unknown columns and bad bytes; the reason of an aborted signal.
   */
  columnBatches(options?: ReadBatchesOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /** Like {@link columnBatches}, but each batch is an array in the requested order, so columns may have the same name. */
  leafBatches(options?: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /**
   * Yields the pieces of one column: like {@link columnBatches}, but pieces are not joined or decoded where dictionaries change.
   */
  columnPieces(
    path: string | LeafNode,
    options?: Omit<ReadPiecesOptions, 'columns'>,
  ): AsyncGenerator<ColumnChunkPiece, void, undefined>;
  /**
   * Returns the footer's description of a chunk, after checking it.
   * @throws ParquetError CORRUPT, UNSUPPORTED or
   * INVALID_ARGUMENT.
   */
  chunk(address: ChunkAddress): ChunkLocation;
  /** Yields the pages of a chunk as stored, or only the pages `within` a range. Works with any encodings and codec. */
  pages(address: ChunkAddress, signal?: AbortSignal, within?: PageRange): AsyncGenerator<StoredPage, void, undefined>;
  /** Yields the pages of a chunk, opened. */
  openPages(address: ChunkAddress, signal?: AbortSignal): AsyncGenerator<OpenedPage, void, undefined>;
  /** The offset index of a chunk; undefined if it has none. */
  offsetIndex(address: ChunkAddress, signal?: AbortSignal): Promise<OffsetIndex | undefined>;
  /** The column index of a chunk; undefined if it has none. */
  columnIndex(address: ChunkAddress, signal?: AbortSignal): Promise<ColumnIndex | undefined>;
  /** The dictionary of a chunk; undefined if it has none. @throws ParquetError for a bad page. */
  dictionary(address: ChunkAddress, signal?: AbortSignal): Promise<DirectValues | undefined>;
  /**
   * Returns the same file over another source of the same bytes, such as a source that reads ahead. Nothing is read or parsed again.
   * @throws ParquetError INVALID_ARGUMENT if it is not a source, or has another length.
   */
  over(source: ByteSource): ParquetFile;
  /**
   * Returns a file with some row groups of this one, given by their ordinals. In the new file, they are numbered from 0.
   * @throws ParquetError INVALID_ARGUMENT for an ordinal that the file does not have.
   */
  part(rowGroups: readonly number[]): ParquetFile;
  /** Resolves the offsets of columns in other files; undefined for a file without `external`. */
  readonly external: Pick<ExternalFiles, 'placeOf'> | undefined;
  /** Closes the source, if it has anything to close; Marquetry's own sources do not. */
  close(): Promise<void>;
}

/** The facts about a file that its footer holds. */
export type OpenedFooter = Pick<ParquetFile, 'metadata' | 'schema' | 'rowCount' | 'footer'>;
