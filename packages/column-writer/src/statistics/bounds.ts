/**
 * Bounds of values, as PLAIN bytes without lengths.
 */
import type { FlatValues } from '@marquetry/core';

/** The least and the greatest of some values in their column's order; absent where there is none that counts. */
export interface Bounds {
  readonly min?: Uint8Array;
  readonly max?: Uint8Array;
  /** Values that are NaN; 0 where the type has none. */
  readonly nanCount: number;
  /** True where the bounds are NaNs, for there is nothing else. */
  readonly onlyNans?: boolean;
}

/** An order of values, and how to find their bounds in it. */
export interface ValueOrder {
  /** Bounds of `values[from, to)`, as copies. */
  scan(values: FlatValues, from: number, to: number): Bounds;
  /** Negative, 0 or positive, for bounds that {@link scan} gave. */
  compare(a: Uint8Array, b: Uint8Array): number;
  /** True where values may be NaN: FLOAT, DOUBLE, FLOAT16. */
  readonly hasNans: boolean;
  /** How bounds may be shortened: byte arrays in the order of their bytes. */
  readonly shortens: 'text' | 'binary' | 'not';
}

export const noBounds: Bounds = { nanCount: 0 };

/** Bounds of two sets of values together. */
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
    onlyNans: a.onlyNans === true,
  };
}
