/**
 * The nulls of a column. Values are stored without entries for nulls, so these types state which slots have a value.
 */

/** The nulls of a column in which no slot is null. */
export interface NoNulls {
  readonly kind: 'none';
  readonly nullCount: 0;
}

/** The nulls of a flat optional column, as a bitmap with one bit per slot. */
export interface NullBitmap {
  readonly kind: 'bitmap';
  /**
   * The bitmap. A bit is 1 if its slot has a value, as in Arrow's validity bitmap. The first slot is the least
   * significant bit of the first byte; bits after the last slot are 0.
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
  /** The repetition level of each slot. A row starts at each 0. Absent if the maximum level is 0. */
  readonly repetition?: Uint8Array;
  readonly nullCount: number;
}

/**
 * The nulls of a column. Test `kind` to narrow the type. `nullCount` is the number of slots without a value,
 * including the slots of empty lists and of null ancestors.
 */
export type Nulls = NoNulls | NullBitmap | NullLevels;

/** The shared {@link NoNulls} object. */
export const noNulls: NoNulls = { kind: 'none', nullCount: 0 };
