/**
 * A stretch of a column: values in one layout, and where its nulls are.
 */
import type { Nulls, Values } from '@marquetry/core';

/**
 * Slots of a column, one after the other. Values and nulls are in memory of their own; a dictionary may share that of its
 * page, and is shared by the pieces of its chunk.
 */
export interface ColumnPiece {
  /** Dense values, or one entry a slot where {@link spaced}. */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Slots, nulls included. */
  readonly slotCount: number;
  /** Rows that start in it. Equal to the slots unless the column is repeated. */
  readonly rowCount: number;
  /**
   * True when `values` has an entry for null slots too: 0, false or empty, and index 0 in a dictionary layout (which
   * means nothing, and may be beyond an empty dictionary).
   */
  readonly spaced: boolean;
}
