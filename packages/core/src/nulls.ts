/** The nulls of a column. Values are dense; the nulls determine which slots have a value. */

/** No slot is null. */
export interface NoNulls {
  readonly kind: 'none';
  readonly nullCount: 0;
}

/** A flat optional column: one bit per slot. */
export interface NullBitmap {
  readonly kind: 'bitmap';
  /** 1 = has a value (Arrow's validity), least significant bit first, from bit 0; bits beyond the slots are 0. */
  readonly bits: Uint8Array;
  readonly nullCount: number;
}

/**
 * A column with deeper levels: one byte per slot and kind of level. A slot has a value if its definition level is the
 * maximum.
 */
export interface NullLevels {
  readonly kind: 'levels';
  readonly definition: Uint8Array;
  /** Repetition levels; a row starts at each 0. Absent if the maximum is 0. */
  readonly repetition?: Uint8Array;
  readonly nullCount: number;
}

/** The nulls of a column. Narrow by `kind`. `nullCount` counts slots without a value, including empty lists and null ancestors.
 */
export type Nulls = NoNulls | NullBitmap | NullLevels;

/** The only {@link NoNulls} object. */
export const noNulls: NoNulls = { kind: 'none', nullCount: 0 };
