/** The nulls of a column. Values are stored without entries for nulls; these types state which slots have a value. */

/** States that no slot is null. */
export interface NoNulls {
  readonly kind: 'none';
  readonly nullCount: 0;
}

/** The nulls of a flat optional column, as one bit per slot. */
export interface NullBitmap {
  readonly kind: 'bitmap';
  /**
   * A bit is 1 if the slot has a value, as in Arrow's validity. Least significant bit first, starting at bit 0; bits
   * after the last slot are 0.
   */
  readonly bits: Uint8Array;
  readonly nullCount: number;
}

/**
 * The nulls of a nested column, as levels of one byte per slot. A slot has a value if its definition level is the
 * maximum.
 */
export interface NullLevels {
  readonly kind: 'levels';
  readonly definition: Uint8Array;
  /** One repetition level per slot. A row starts at each 0. Absent if the maximum level is 0. */
  readonly repetition?: Uint8Array;
  readonly nullCount: number;
}

/** The nulls of a column. Narrow by `kind`. `nullCount` counts slots without a value, including empty lists and null ancestors.
 */
export type Nulls = NoNulls | NullBitmap | NullLevels;

/** The only {@link NoNulls} object. */
export const noNulls: NoNulls = { kind: 'none', nullCount: 0 };
