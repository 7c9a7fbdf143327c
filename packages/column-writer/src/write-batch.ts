import type { Nulls, Values } from '@marquetry/core';

/** A batch of whole rows of a column to be written. */
export interface WriteBatch {
  /**
   * The values, or dictionary indices, without entries for nulls. Their memory may be reused once the batch is written.
   * The content of a dictionary object must not change while further batches refer to it.
   */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  readonly rowCount: number;
  /** The row number of the first row, for error messages. Default: 0. */
  readonly firstRow?: number;
}
