/**
 * The interface of the sort order of a column. Values are compared in the form in which bounds are stored: as PLAIN
 * bytes, without the length prefix of byte arrays.
 */
import type { DirectValues } from '@marquetry/core';

/** The smallest and the largest of a set of values, as PLAIN bytes. Both are absent if no value can be a bound. */
export interface Bounds {
  readonly min?: Uint8Array;
  readonly max?: Uint8Array;
  /** Number of NaNs among the values; 0 for types that have no NaN. */
  readonly nanCount: number;
  /** True if the bounds are NaN because all values are NaN. */
  readonly onlyNans?: boolean;
}

/** The bounds of an empty set of values. */
export const noBounds: Bounds = { nanCount: 0 };

/** How the bounds of a column may be shortened: as UTF-8 text, as arbitrary bytes, or not at all. */
export type Shortening = 'text' | 'binary' | 'not';

/** The sort order of a column's values, created by `orderOf`. */
export interface ValueOrder {
  /** The name of this order in the `ColumnOrder` union of the footer. */
  readonly kind: 'TYPE_ORDER' | 'IEEE_754_TOTAL_ORDER' | 'INT96_TIMESTAMP_ORDER';
  /** True for FLOAT, DOUBLE and FLOAT16, whose values may be NaN. */
  readonly hasNans: boolean;
  readonly shortens: Shortening;
  /**
   * Returns the bounds of `values[from, to)` as copies.
   *
   * In TYPE_ORDER, NaNs are never bounds. In IEEE_754_TOTAL_ORDER, they are bounds only if all values are NaN.
   * @param values Values of the column's type, which is not checked.
   */
  scan(values: DirectValues, from: number, to: number): Bounds;
  /**
   * Compares two bounds for which {@link accepts} returns true. Returns a negative number, 0 or a positive number. In
   * TYPE_ORDER, NaN is equal to everything.
   */
  compare(a: Uint8Array, b: Uint8Array): number;
  /**
   * Like {@link compare}, but -0 and +0 are equal in every order, as they are to the operators `<` and `=` in a query.
   */
  compareNumbers(a: Uint8Array, b: Uint8Array): number;
  /** Returns true if the length of a bound is valid for the column. The bound may still be NaN: see {@link isNan}. */
  accepts(bound: Uint8Array): boolean;
  /** Returns true if the bound is NaN. Call it only for a bound for which {@link accepts} returns true. */
  isNan(bound: Uint8Array): boolean;
}

/** Combines the bounds of two sets of values. The combined bounds are NaN only if both sets contain only NaNs. */
export function joinBounds(order: ValueOrder, a: Bounds, b: Bounds): Bounds {
  const nanCount = a.nanCount + b.nanCount;
  if (a.min === undefined || a.max === undefined) return { ...b, nanCount };
  if (b.min === undefined || b.max === undefined) return { ...a, nanCount };
  if (a.onlyNans === true && b.onlyNans !== true) return { ...b, nanCount };
  if (b.onlyNans === true && a.onlyNans !== true) return { ...a, nanCount };
  return {
    min: order.compare(b.min, a.min) < 0 ? b.min : a.min,
    max: order.compare(b.max, a.max) > 0 ? b.max : a.max,
    nanCount,
    ...(a.onlyNans === true ? { onlyNans: true } : {}),
  };
}
