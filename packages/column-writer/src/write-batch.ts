import type { Nulls, Values } from '@marquetry/core';

/** Whole rows of a column, to be written. */
export interface WriteBatch {
  /**
   * The values without entries for nulls, or dictionary indices. Their memory may be reused after the call. A
   * dictionary must not change as long as further batches have the same dictionary object.
   */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  readonly rowCount: number;
  /** The number that error messages give to the first row. Default: 0. */
  readonly firstRow?: number;
}
