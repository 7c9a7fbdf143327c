/**
 * A caller's value among the values of a column, for comparisons with stored bounds.
 *
 * A query may ask for values that a column cannot hold: 2^40 of an INT32, 0.5 of an INT64, '1.505' of DECIMAL(5, 2). They
 * still have a place in its order, next to values that it can hold:
 *
 *   ... 1.49   1.50   1.505   1.51 ...
 *              after  gap
 */

/** A value in a caller's form. */
export type UserValue = boolean | number | bigint | string | Uint8Array | Date;

/** Where a value is in the order of a column. */
export type Literal =
  /** The column can hold it: these PLAIN bytes, without a length. */
  | { readonly kind: 'exact'; readonly bytes: Uint8Array }
  /** The column cannot hold it: it is directly after these bytes, and before the next value. */
  | { readonly kind: 'gap'; readonly after: Uint8Array }
  /** Below or above everything that the column can hold. */
  | { readonly kind: 'below' | 'above' }
  /** Equal to nothing, less or greater than nothing. */
  | { readonly kind: 'nan' };
