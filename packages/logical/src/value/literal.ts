/**
 * The position of a caller's value in the sort order of a column, for comparisons with stored bounds.
 *
 * A query may contain values that a column cannot hold: 2^40 for an INT32, 0.5 for an INT64, '1.505' for DECIMAL(5, 2).
 * Such a value still has a position in the column's sort order, between two values that the column can hold:
 *
 *   ... 1.49   1.50   1.505   1.51 ...
 *              after  gap
 */

/** A value as callers pass it to a query. */
export type UserValue = boolean | number | bigint | string | Uint8Array | Date;

/** The position of a value in the sort order of a column. */
export type Literal =
  /** The column can hold the value; `bytes` are its PLAIN bytes, without a length prefix. */
  | { readonly kind: 'exact'; readonly bytes: Uint8Array }
  /**
   * The column cannot hold the value, which lies between the column's value with the bytes `after` and the next one.
   */
  | { readonly kind: 'gap'; readonly after: Uint8Array }
  /** The value is less (or greater) than all values that the column can hold. */
  | { readonly kind: 'below' | 'above' }
  /** The value is NaN, which is not equal to, less than or greater than any value. */
  | { readonly kind: 'nan' };
