import type { Nulls, Values } from '@marquetry/core';

/** Whole rows of a column. */
export interface WriteBatch {
  /**
   * Dense values, flat or indices. Their memory may be used again after the call; but a dictionary must stay as it is
   * while batches refer to the same object.
   */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Slots, nulls included. */
  readonly slotCount: number;
  readonly rowCount: number;
  /** Ordinal of the first row, for messages; default 0. */
  readonly firstRow?: number;
}
