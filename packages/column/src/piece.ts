/**
 * A piece of a column: values in one layout, and their nulls.
 */
import type { Nulls, Values } from '@marquetry/core';

/**
 * Consecutive slots of a column. A piece owns the memory of its values and nulls. Its dictionary is shared by all pieces of
 * the chunk, and may alias the memory of the dictionary page.
 */
export interface ColumnPiece {
  /** The values: without entries for nulls, or with one entry per slot if {@link spaced} is true. */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  /** Number of rows that start in the piece. Equal to `slotCount` unless the column is repeated. */
  readonly rowCount: number;
  /**
   * True if `values` has an entry for null slots too: 0, false or empty. In the dictionary layout the entry is index 0, which
   * is meaningless and may be out of range of an empty dictionary.
   */
  readonly spaced: boolean;
}
