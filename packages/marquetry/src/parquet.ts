/**
 * An open Parquet file with methods that read rows.
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

/** Options for opening and reading a file; all have defaults. */
export interface OpenParquetOptions
  extends Omit<OpenFileOptions, 'encodings' | 'filter' | 'external'>,
    Pick<HttpSourceOptions, 'headers' | 'fetch' | 'retry'> {
  /**
   * The encodings to read with. Default: the standard encodings, which use `kernels` if you pass them.
   * `standardEncodings.with(mine)` from `marquetry/plug-ins` adds your own.
   */
  readonly encodings?: EncodingRegistry;
  /** The codecs to read with. Default: the standard codecs, which use `kernels` if you pass them. */
  readonly codecs?: CodecRegistry;
  /**
   * True to read columns that are stored in other files, which must be in the same folder or below it. Pass a function
   * to open the other files yourself, by their paths. Default: true for summary files, whose path or URL ends in
   * `_metadata`. For all other files, the default is false, and reading such a column throws UNSUPPORTED, so that an
   * untrusted file cannot make you read other files.
   */
  readonly external?: boolean | OpenBeside;
}

/** An open file with methods that read rows and nested columns. */
export interface ParquetReader extends ParquetFile {
  /**
   * Yields typed columns, like `ParquetFile.columnBatches` from `@marquetry/file`. The types of columns are not checked:
   * `T`, such as `ColumnBatchOf<typeof schema>`, must fit the file.
   */
  columnBatches<T extends object = ColumnBatch>(options?: ReadBatchesOptions): AsyncGenerator<T, void, undefined>;
  /**
   * Yields rows as objects, like `readRows` from `@marquetry/records`. Values are plain by default, so timestamps are Dates, which cannot hold
   * microseconds or nanoseconds. To keep these, pass `values: 'lossless'`. The types of rows are not checked: `T`, such as `RowOf<typeof schema>`,
   * must fit the file.
   */
  rows<T extends object = Row>(options?: ReadParquetRowsOptions): AsyncGenerator<T, void, undefined>;
  /** Yields arrays of row objects, which is faster than `rows` for millions of rows. */
  rowBatches<T extends object = Row>(options?: ReadRowsOptions): AsyncGenerator<T[], void, undefined>;
  /** Yields nested columns as offsets, validity and leaves, like `readNestedBatches` from `@marquetry/records`. */
  nestedBatches(options?: ReadNestedOptions): AsyncGenerator<NestedBatch, void, undefined>;
  /**
   * Returns the statistics of a column chunk from the footer: the minimum and maximum as values, and the counts of
   * nulls and distinct values. See `readStatistics` from `@marquetry/records/statistics`. Returns undefined if the
   * footer does not contain statistics.
   */
  statistics(address: ChunkAddress, options?: StatisticsOptions): Promise<ColumnStatistics | undefined>;
  /**
   * Returns the statistics of each data page of a column chunk, from its page index, in the form of {@link statistics}.
   * Returns undefined if the chunk does not have a page index.
   */
  pageStatistics(address: ChunkAddress, options?: StatisticsOptions): Promise<readonly PageStatistics[] | undefined>;
  /**
   * Returns what a read with these options would read and skip, and why, as plain data for JSON. Does not read data
   * pages.
   */
  plan(options?: Omit<ReadBatchesOptions, 'offset' | 'limit'>): Promise<ScanPlan>;
  /** Returns the number of rows, or of the rows that match `where`. Reads only the columns that `where` tests. */
  count(options?: Omit<ReadBatchesOptions, 'columns'>): Promise<number>;
}
