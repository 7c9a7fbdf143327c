/**
 * What an order of values can do. Values are compared as bounds are stored: PLAIN bytes, byte arrays without a length.
 */
import type { DirectValues } from '@marquetry/core';

/** The least and the greatest of some values, as PLAIN bytes. Both are absent if no value counts. */
export interface Bounds {
  readonly min?: Uint8Array;
  readonly max?: Uint8Array;
  /** Values that are NaN; 0 where the type has none. */
  readonly nanCount: number;
  /** True if the bounds are NaNs because all values are. */
  readonly onlyNans?: boolean;
}

/** Bounds of no values. */
export const noBounds: Bounds = { nanCount: 0 };

/** How the bounds of a column may be shortened: as UTF-8, as any bytes, or not at all. */
export type Shortening = 'text' | 'binary' | 'not';

/** The order of a column's values. `orderOf` makes it. */
export interface ValueOrder {
  /** The column order of the footer that this is. */
  readonly kind: 'TYPE_ORDER' | 'IEEE_754_TOTAL_ORDER' | 'INT96_TIMESTAMP_ORDER';
  /** True where values may be NaN: FLOAT, DOUBLE, FLOAT16. */
  readonly hasNans: boolean;
  readonly shortens: Shortening;
  /**
   * Bounds of `values[from, to)`, as copies.
   *
   * NaNs do not count in TYPE_ORDER. In IEEE_754_TOTAL_ORDER they count where there is nothing else.
   * @param values of the column's type; this is not checked.
   */
  scan(values: DirectValues, from: number, to: number): Bounds;
  /** Negative, 0 or positive, for bounds that {@link accepts}. In TYPE_ORDER, NaN is equal to everything. */
  compare(a: Uint8Array, b: Uint8Array): number;
  /** As {@link compare}, but -0 and +0 are equal in IEEE_754_TOTAL_ORDER too: the order that `<` and `=` of a query ask for. */
  compareNumbers(a: Uint8Array, b: Uint8Array): number;
  /** True if the bytes have the length of a bound. NaN has it too: see {@link isNan}. */
  accepts(bound: Uint8Array): boolean;
  /** True if an accepted bound is NaN. */
  isNan(bound: Uint8Array): boolean;
}

/** Bounds of two sets of values together. NaNs are bounds only if both sets have nothing else. */
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
