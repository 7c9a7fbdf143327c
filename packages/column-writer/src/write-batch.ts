import type { Nulls, Values } from '@marquetry/core';

/** A batch of whole rows of a column to be written. */
export interface WriteBatch {
  /**
   * The values without entries for nulls, or dictionary indices. Their memory may be reused after the call. The content
   * of a dictionary object must not change while further batches refer to it.
   */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  readonly rowCount: number;
  /** The row number of the first row, for error messages. Default: 0. */
  readonly firstRow?: number;
}
