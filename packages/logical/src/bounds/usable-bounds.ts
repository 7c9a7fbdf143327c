/**
 * Selects the bounds that a reader may rely on. Bounds that contradict each other are ignored, and the reason is
 * returned.
 */
import type { ValueOrder } from '../order/value-order.js';
import type { StoredBound, StoredBounds } from './stored-bounds.js';

/** The usable bounds of the values that are not null. */
export interface UsableBounds {
  readonly order: ValueOrder;
  /** No value other than NaN is less than this. Absent if unknown. */
  readonly min?: StoredBound;
  /** No value other than NaN is greater than this. Absent if unknown. */
  readonly max?: StoredBound;
  /** True if all values are NaN. */
  readonly onlyNans: boolean;
  /** The reason why stored bounds were ignored, as text; undefined if none were ignored. */
  readonly ignored?: string;
}

/**
 * Returns the bounds that a reader can rely on.
 *
 * - If a bound has the wrong length, or the minimum is above the maximum, neither bound is used.
 * - A NaN bound in TYPE_ORDER is not used, because a writer that stores NaN as a bound may have ignored other values.
 *   The other bound is used only if the NaNs were counted.
 * - Two NaN bounds in IEEE_754_TOTAL_ORDER mean that all values are NaN.
 * @param countsNans True if the statistics include a `nan_count`.
 */
export function usableBounds({ order, min, max }: StoredBounds, countsNans: boolean): UsableBounds {
  if (min !== undefined && !order.accepts(min.bytes)) return ignoring(order, ofOtherLength('minimum', min));
  if (max !== undefined && !order.accepts(max.bytes)) return ignoring(order, ofOtherLength('maximum', max));
  const isMinNan = min !== undefined && order.isNan(min.bytes);
  const isMaxNan = max !== undefined && order.isNan(max.bytes);
  if (isMinNan || isMaxNan) {
    if (order.kind === 'IEEE_754_TOTAL_ORDER') {
      return isMinNan && isMaxNan ? { order, onlyNans: true } : ignoring(order, 'only one bound is NaN');
    }
    if (!countsNans) return ignoring(order, 'a bound is NaN, but NaNs were not counted');
    return {
      order,
      ...(min === undefined || isMinNan ? {} : { min }),
      ...(max === undefined || isMaxNan ? {} : { max }),
      onlyNans: false,
      ignored: 'a bound is NaN',
    };
  }
  if (min !== undefined && max !== undefined && order.compareNumbers(min.bytes, max.bytes) > 0) {
    return ignoring(order, 'the minimum is above the maximum');
  }
  // An object literal without spreads, because this function is called for each page of a column index.
  if (min !== undefined && max !== undefined) return { order, min, max, onlyNans: false };
  return { order, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), onlyNans: false };
}

function ignoring(order: ValueOrder, ignored: string): UsableBounds {
  return { order, onlyNans: false, ignored };
}

function ofOtherLength(name: string, { bytes }: StoredBound): string {
  return `the ${name} has ${bytes.length} bytes, a length that the column type does not allow`;
}
