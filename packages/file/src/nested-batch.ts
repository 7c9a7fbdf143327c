/** Nested columns that have the same rows, and options for reading them. */
import type { NestedColumn } from '@marquetry/column';
import type { ReadBatchesOptions } from './batches.js';

/** The top-level fields of a batch. All of them have the same rows. */
export interface NestedBatch {
  readonly rowCount: number;
  /** The requested fields in the order of the schema, each with its requested leaves. */
  readonly columns: readonly NestedColumn[];
}

/**
 * Options that select the part of a file to read, and the number of rows per batch. Nulls always have an entry in the
 * values of a nested column, as with the option `spaced` of flat columns.
 */
export type ReadNestedOptions = Omit<ReadBatchesOptions, 'spaced' | 'memory'>;
