/** Defines `ColumnPiece`: consecutive values of a column in one layout, with their nulls. */
import type { Nulls, Values } from '@marquetry/core';

/**
 * Consecutive slots (values and nulls) of a column. A piece owns the memory of its values and nulls. Its dictionary is
 * shared by all pieces of the chunk, and may share memory with the dictionary page.
 */
export interface ColumnPiece {
  /** The values. They have no entries for nulls, unless {@link spaced} is true: then there is one entry per slot. */
  readonly values: Values;
  readonly nulls: Nulls;
  /** Number of slots: values and nulls. */
  readonly slotCount: number;
  /** Number of rows that start in the piece. It equals `slotCount` unless the column is repeated. */
  readonly rowCount: number;
  /**
   * True if `values` has entries for nulls, too. Such an entry is 0, false or empty. In the dictionary layout, it is
   * the placeholder index 0, which is out of range if the dictionary is empty.
   */
  readonly spaced: boolean;
}
