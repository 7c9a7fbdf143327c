import type { Nulls, Values } from '@marquetry/core';

/** Whole rows of a column. */
export interface WriteBatch {
  /**
   * Dense values, or indices. Their memory may be reused after the call, but a dictionary must not change while further
   * batches refer to the same object.
   */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  readonly rowCount: number;
  /** The number of the first row in error messages; default 0. */
  readonly firstRow?: number;
}
