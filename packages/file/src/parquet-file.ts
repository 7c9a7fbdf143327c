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
  /** Default: none, which reads uncompressed files. */
  readonly codecs?: CodecRegistry;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
  /** Whether page checksums are compared; default true. */
  readonly verifyChecksums?: boolean;
  /** Whether the footer's statistics are parsed; default true. */
  readonly statistics?: boolean;
  /**
   * The `metadata` of the same file, opened before: the footer is not read again. It may come from another thread or a cache, by
   * `structuredClone`. It is trusted to be what was read: only what reads need of it is checked. Default: the footer is read.
   */
  readonly metadata?: FileMetaData | undefined;
  /** Reads batches elsewhere than in this thread, such as `createWorkerPool` of `@marquetry/parallel`. Default: nowhere else. */
  readonly parallel?: ParallelReader | undefined;
  /** Reads the rows that pass `where`: `predicates` of `@marquetry/prune`. Default: none, and `where` is refused. */
  readonly filter?: RowFilter | undefined;
  /**
   * Where columns lie that are in other files, as those of summary files (`_metadata`) are: `externalFiles((path) => ...)`.
   * Default: such columns are UNSUPPORTED.
   */
  readonly external?: ((own: ByteSource) => ExternalFiles) | undefined;
  /** Aborts the opening only; reads take a signal of their own. */
  readonly signal?: AbortSignal;
}

/** How a footer is read. */
export type OpenFooterOptions = Pick<OpenFileOptions, 'limits' | 'statistics' | 'metadata' | 'signal'>;

/** A reader of the batches of files in workers. */
export interface ParallelReader {
  /** The same file, whose batches, and all that is made of them, are read in workers. See {@link withBatches}. */
  attach(file: ParquetFile): ParquetFile;
}

/** A read of the rows that pass a predicate. */
export interface FilteredRead extends ReadBatchesOptions {
  readonly where: Where;
}

/** Whatever reads the rows that pass: `predicates` of `@marquetry/prune`. */
export interface RowFilter {
  /** As `file.leafBatches(options)`, of rows that pass `options.where`. Also for reads without it of many ranges of rows. */
  leafBatches(file: ParquetFile, options: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
}

/** A column chunk, by the ordinal of its row group and the column's path or leaf. */
export interface ChunkAddress {
  readonly rowGroup: number;
  readonly column: string | LeafNode;
}

/** An open file: its footer was read, all else is read when asked for. Reads may run side by side. */
export interface ParquetFile {
  readonly source: ByteSource;
  /** What its bytes may ask for. */
  readonly limits: Limits;
  /** The hot loops that it is read with. */
  readonly kernels: ColumnKernels;
  /** Whether page checksums are compared. */
  readonly verifyChecksums: boolean;
  /** The footer as stored. */
  readonly metadata: FileMetaData;
  readonly schema: Schema;
  /** Rows of all row groups. The footer's own `numRows` may be wrong. */
  readonly rowCount: number;
  /** File offset and size of the footer, in bytes, or the end of the file and 0 where `metadata` was given; and what it keeps alive, with the column chunks that were looked at. */
  readonly footer: {
    readonly offset: number;
    readonly byteLength: number;
    readonly memory: Readonly<ParsedMemory>;
    /** Page indexes that were read with it, at most 64 KiB: no read asks the source for them again. Undefined where there are none. */
    readonly indexes: StoredBytes | undefined;
  };
  /**
   * Typed columns, a batch a row group or `batchRows`. In a batch, `batch['path'].values` narrows by `layout` and `type`.
   * @throws ParquetError for unknown columns and whatever the bytes do; the reason of an aborted signal.
   */
  columnBatches(options?: ReadBatchesOptions): AsyncGenerator<ColumnBatch, void, undefined>;
  /** As {@link columnBatches}, in an array in the order that they were asked for: their names may repeat. */
  leafBatches(options?: ReadBatchesOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** The pieces of one column: as {@link columnBatches}, but nothing is joined or flattened where dictionaries change. */
  columnPieces(
    path: string | LeafNode,
    options?: Omit<ReadPiecesOptions, 'columns'>,
  ): AsyncGenerator<ColumnChunkPiece, void, undefined>;
  /** What the footer says of a chunk, checked. @throws ParquetError CORRUPT, UNSUPPORTED or INVALID_ARGUMENT. */
  chunk(address: ChunkAddress): ChunkLocation;
  /** The pages of a chunk as stored, or those that lie `within`. Works whatever their encodings and codec. */
  pages(address: ChunkAddress, signal?: AbortSignal, within?: PageRange): AsyncGenerator<StoredPage, void, undefined>;
  /** The pages of a chunk, opened. */
  openPages(address: ChunkAddress, signal?: AbortSignal): AsyncGenerator<OpenedPage, void, undefined>;
  /** Undefined when the chunk has none. */
  offsetIndex(address: ChunkAddress, signal?: AbortSignal): Promise<OffsetIndex | undefined>;
  /** Undefined when the chunk has none. */
  columnIndex(address: ChunkAddress, signal?: AbortSignal): Promise<ColumnIndex | undefined>;
  /** The dictionary of a chunk; undefined when it has none. @throws ParquetError whatever its page does. */
  dictionary(address: ChunkAddress, signal?: AbortSignal): Promise<DirectValues | undefined>;
  /**
   * The same file over another source of the same bytes, such as one that fetches ahead: nothing is read or parsed again.
   * @throws ParquetError INVALID_ARGUMENT for what is not a source, or one of another length.
   */
  over(source: ByteSource): ParquetFile;
  /**
   * Some row groups of the file, by their ordinals, as a file: they are then counted from 0.
   * @throws ParquetError INVALID_ARGUMENT for an ordinal that is none.
   */
  part(rowGroups: readonly number[]): ParquetFile;
  /** What offsets of columns of other files mean; undefined for a file without `external`. */
  readonly external: Pick<ExternalFiles, 'placeOf'> | undefined;
  /** Closes the source, where it holds anything open: none of ours does. */
  close(): Promise<void>;
}

/** The facts about a file that its footer holds. */
export type OpenedFooter = Pick<ParquetFile, 'metadata' | 'schema' | 'rowCount' | 'footer'>;
