/**
 * An open Parquet file that gives rows.
 */
import type { CodecRegistry, EncodingRegistry } from '@marquetry/core';
import type {
  ChunkAddress,
  ColumnBatch,
  HttpSourceOptions,
  NestedBatch,
  OpenFileOptions,
  ParquetFile,
  ReadBatchesOptions,
  ReadNestedOptions,
} from '@marquetry/file';
import type { ScanPlan } from '@marquetry/prune';
import type { ReadRowsOptions, Row } from '@marquetry/records';
import type { ColumnStatistics, PageStatistics, StatisticsOptions } from '@marquetry/records/statistics';
import type { OpenBeside } from './files-beside.js';
import type { ReadParquetRowsOptions } from './ordered-rows.js';

/** How a file is opened and read; all options have defaults. */
export interface OpenParquetOptions
  extends Omit<OpenFileOptions, 'encodings' | 'filter' | 'external'>,
    Pick<HttpSourceOptions, 'headers' | 'fetch' | 'retry'> {
  /** Default: the standard set, over `kernels` where given. Add to it with `standardEncodings.with(mine)` of `marquetry/plug-ins`. */
  readonly encodings?: EncodingRegistry;
  /** Default: the standard set, over `kernels` where given. */
  readonly codecs?: CodecRegistry;
  /**
   * Whether columns that lie in other files are read: from the folder of the file, and folders in it; or what opens these files by
   * their paths. Default: for summary files, that is paths and URLs that end in `_metadata`; elsewhere such columns are UNSUPPORTED,
   * so that a file from a stranger cannot name its neighbours.
   */
  readonly external?: boolean | OpenBeside;
}

/** An open file that gives rows and nested columns, too. */
export interface ParquetReader extends ParquetFile {
  /** As `ParquetFile.columnBatches`. The types of columns are not checked: `T` must fit the file; see `ColumnBatchOf`. */
  columnBatches<T extends object = ColumnBatch>(options?: ReadBatchesOptions): AsyncGenerator<T, void, undefined>;
  /**
   * Rows as objects; see `readRows`. Values are plain by default, so timestamps are Dates, which have no microseconds or nanoseconds:
   * `values: 'lossless'` keeps them. The types of rows are not checked: `T` must fit the file; see `RowOf`.
   */
  rows<T extends object = Row>(options?: ReadParquetRowsOptions): AsyncGenerator<T, void, undefined>;
  /** The same in arrays, which is faster where rows are counted in millions. */
  rowBatches<T extends object = Row>(options?: ReadRowsOptions): AsyncGenerator<T[], void, undefined>;
  /** Nested columns as offsets, validity and leaves; see `readNestedBatches`. */
  nestedBatches(options?: ReadNestedOptions): AsyncGenerator<NestedBatch, void, undefined>;
  /**
   * What the footer states of a column chunk: minimum and maximum as values, counts of nulls and distinct values. See
   * `readStatistics` of `@marquetry/records/statistics`. Undefined if the footer states nothing.
   */
  statistics(address: ChunkAddress, options?: StatisticsOptions): Promise<ColumnStatistics | undefined>;
  /** The same for each data page of a chunk, from its page index. Undefined if the chunk has no page index. */
  pageStatistics(address: ChunkAddress, options?: StatisticsOptions): Promise<readonly PageStatistics[] | undefined>;
  /** What a read with this `where` will read and skip, and why, as JSON. Reads no data page. */
  plan(options?: Omit<ReadBatchesOptions, 'offset' | 'limit'>): Promise<ScanPlan>;
  /** The number of rows, or of those that pass `where`. Reads no column that is not in `where`. */
  count(options?: Omit<ReadBatchesOptions, 'columns'>): Promise<number>;
}
