/** Batches of nested columns, and the options for reading them. */
import type { NestedColumn } from '@marquetry/column';
import type { ReadBatchesOptions } from './batches.js';

/** A batch of nested columns, one per top-level field. All of them have the same rows. */
export interface NestedBatch {
  readonly rowCount: number;
  /** The requested fields in schema order, each with its requested leaves. */
  readonly columns: readonly NestedColumn[];
}

/**
 * Options that select the part of a file to read, and the number of rows per batch. The `spaced` option is not
 * available, because the values of a nested column always have an entry for each null.
 */
export type ReadNestedOptions = Omit<ReadBatchesOptions, 'spaced' | 'memory'>;
