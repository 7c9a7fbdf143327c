/**
 * Nested columns of the same rows, and how they are asked for.
 */
import type { NestedColumn } from '@marquetry/column';
import type { ReadBatchesOptions } from './batches.js';

/** Fields of the root, all of the same rows. */
export interface NestedBatch {
  readonly rowCount: number;
  /** In the order of the schema, those that were asked for, each with what was asked for of it. */
  readonly columns: readonly NestedColumn[];
}

/** Which part of a file to read, and how many rows at a time. Entries of nested columns always have a value each. */
export type ReadNestedOptions = Omit<ReadBatchesOptions, 'spaced' | 'memory'>;
