/**
 * A dataset of Parquet files with methods that read rows.
 */
import type { Dataset, DatasetOptions } from '@marquetry/dataset';
import type { NestedBatch, ReadNestedOptions, SourceInput } from '@marquetry/file';
import type { ReadRowsOptions, Row } from '@marquetry/records';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions } from './parquet.js';

/**
 * Options for opening and combining files. They exclude the `metadata` of `openParquet`, because a footer belongs to a
 * single file.
 */
export interface OpenDatasetOptions
  extends Omit<DatasetOptions, 'limits' | 'signal'>,
    Omit<OpenParquetOptions, 'metadata'> {}

type OfDataset<O> = Omit<O, 'rowGroups' | 'rows'>;

/** A dataset with methods that read rows and nested columns. */
export interface ParquetDataset extends Dataset {
  /** Yields rows as objects, like `readRows` from `@marquetry/records`. */
  rows(options?: OfDataset<ReadParquetRowsOptions>): AsyncGenerator<Row, void, undefined>;
  /** Yields arrays of row objects, which is faster than `rows` for millions of rows. */
  rowBatches(options?: OfDataset<ReadRowsOptions>): AsyncGenerator<Row[], void, undefined>;
  /** Yields nested columns as offsets, validity and leaves, like `readNestedBatches` from `@marquetry/records`. */
  nestedBatches(options?: OfDataset<ReadNestedOptions>): AsyncGenerator<NestedBatch, void, undefined>;
}

/** A file of a dataset: what to open, and its path or name. */
export interface NamedInput {
  readonly path: string;
  readonly input: SourceInput;
}
