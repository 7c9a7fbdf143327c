/**
 * A dataset of Parquet files with methods that read rows.
 */
import type { Dataset, DatasetOptions } from '@marquetry/dataset';
import type { NestedBatch, ReadNestedOptions, SourceInput } from '@marquetry/file';
import type { ReadRowsOptions, Row } from '@marquetry/records';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions } from './parquet.js';

/** How files are opened and combined. There is no `metadata`, because it would belong to one file. */
export interface OpenDatasetOptions
  extends Omit<DatasetOptions, 'limits' | 'signal'>,
    Omit<OpenParquetOptions, 'metadata'> {}

type OfDataset<O> = Omit<O, 'rowGroups' | 'rows'>;

/** A dataset with methods that read rows and nested columns. */
export interface ParquetDataset extends Dataset {
  /** Rows as objects; see `readRows`. */
  rows(options?: OfDataset<ReadParquetRowsOptions>): AsyncGenerator<Row, void, undefined>;
  /** Rows as objects, in arrays. */
  rowBatches(options?: OfDataset<ReadRowsOptions>): AsyncGenerator<Row[], void, undefined>;
  /** Nested columns as offsets, validity and leaves; see `readNestedBatches`. */
  nestedBatches(options?: OfDataset<ReadNestedOptions>): AsyncGenerator<NestedBatch, void, undefined>;
}

/** A file of a dataset, and its name. */
export interface NamedInput {
  readonly path: string;
  readonly input: SourceInput;
}
