/** Selects the bounds that a reader may rely on. Contradictory bounds are ignored, with the reason. */
import type { ValueOrder } from '../order/value-order.js';
import type { StoredBound, StoredBounds } from './stored-bounds.js';

/** The usable bounds of the values that are not null. */
export interface UsableBounds {
  readonly order: ValueOrder;
  /** A minimum: no value that is a number is less. Absent if unknown. */
  readonly min?: StoredBound;
  /** A maximum: no value that is a number is greater. Absent if unknown. */
  readonly max?: StoredBound;
  /** True if all values are NaN. */
  readonly onlyNans: boolean;
  /** The reason, as text, why stored bounds are not used. */
  readonly ignored?: string;
}

/**
 * Returns the bounds that can be used.
 *
 * - A bound of a wrong length, or a minimum above the maximum: neither bound is used.
 * - TYPE_ORDER: a writer that puts a NaN into its bounds may have lost other values. A NaN bound is not used, and the other
 *   bound only if the NaNs were counted.
 * - IEEE_754_TOTAL_ORDER: NaN bounds mean that all values are NaN.
 * @param countsNans Whether the statistics have a `nan_count`.
 */
export function usableBounds({ order, min, max }: StoredBounds, countsNans: boolean): UsableBounds {
  const ignoring = (ignored: string): UsableBounds => ({ order, onlyNans: false, ignored });
  for (const [name, bound] of [['minimum', min] as const, ['maximum', max] as const]) {
    if (bound !== undefined && !order.accepts(bound.bytes)) {
      return ignoring(`the ${name} has ${bound.bytes.length} bytes, but a value has another length`);
    }
  }
  const isMinNan = min !== undefined && order.isNan(min.bytes);
  const isMaxNan = max !== undefined && order.isNan(max.bytes);
  if (isMinNan || isMaxNan) {
    if (order.kind === 'IEEE_754_TOTAL_ORDER') {
      return isMinNan && isMaxNan ? { order, onlyNans: true } : ignoring('only one of the bounds is NaN');
    }
    if (!countsNans) return ignoring('a bound is NaN, but NaNs were not counted');
    return {
      order,
      ...(min === undefined || isMinNan ? {} : { min }),
      ...(max === undefined || isMaxNan ? {} : { max }),
      onlyNans: false,
      ignored: 'a bound is NaN',
    };
  }
  if (min !== undefined && max !== undefined && order.compareNumbers(min.bytes, max.bytes) > 0) {
    return ignoring('the minimum is above the maximum');
  }
  return { order, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), onlyNans: false };
}
