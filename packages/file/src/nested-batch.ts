/** Nested columns of the same rows, and the options of reading them. */
import type { NestedColumn } from '@marquetry/column';
import type { ReadBatchesOptions } from './batches.js';

/** Fields of the root, all of the same rows. */
export interface NestedBatch {
  readonly rowCount: number;
  /** The requested fields in the order of the schema, each with its requested leaves. */
  readonly columns: readonly NestedColumn[];
}

/**
 * The part of a file to read, and the number of rows per batch. Every entry of a nested column has a value, as with `spaced`.
 */
export type ReadNestedOptions = Omit<ReadBatchesOptions, 'spaced' | 'memory'>;
