/** Compares statistics with the actual values. */
import type { ErrorPlace } from '@marquetry/core';
import type { Bounds, StoredBounds } from '@marquetry/logical';
import type { Statistics } from '@marquetry/metadata';
import { contradiction, type Report } from './fault.js';

/** Bounds that the file states for a page's values, and where it states them. */
export interface StatedBounds {
  /** `the page header`, `the column index`, `the footer`. */
  readonly where: string;
  /** True if the bounds cover all values of the chunk, not only those of the page. */
  readonly ofChunk: boolean;
  readonly bounds: StoredBounds;
}

/**
 * Compares stated bounds with those of a page's values. Reports values outside of them, and returns false if there are
 * any.
 */
export function checkBounds(
  { where, ofChunk, bounds }: StatedBounds,
  actual: Bounds,
  at: ErrorPlace,
  report: Report,
): boolean {
  const { order } = bounds;
  let holds = true;
  const fault = (what: string): void => {
    holds = false;
    report(contradiction(what, at));
  };
  for (const name of ['minimum', 'maximum'] as const) {
    const stated = (name === 'minimum' ? bounds.min : bounds.max)?.bytes;
    const value = name === 'minimum' ? actual.min : actual.max;
    // The page has no values, or only NaNs, which the order does not count.
    if (stated === undefined || value === undefined) continue;
    if (!order.accepts(stated)) {
      fault(`the ${name} in ${where} has ${stated.length} bytes, which is not the length of a value`);
      continue;
    }
    const isNan = order.isNan(stated);
    const onlyNans = actual.onlyNans === true;
    if (isNan !== onlyNans) {
      // In TYPE_ORDER, old writers let NaN into bounds, and readers ignore such bounds.
      if (isNan && order.kind === 'IEEE_754_TOTAL_ORDER')
        fault(`the ${name} in ${where} is NaN, but some values are not`);
      if (onlyNans && !ofChunk) fault(`all values are NaN, but the ${name} in ${where} is not`);
      continue;
    }
    const difference = order.compare(value, stated);
    if (name === 'minimum' && difference < 0) fault(`a value is below the minimum in ${where}`);
    if (name === 'maximum' && difference > 0) fault(`a value is above the maximum in ${where}`);
  }
  return holds;
}

/** Checks a stated number of nulls. Not for repeated columns: writers differ in whether they count empty lists. */
export function checkNullCount(
  statistics: Statistics | undefined,
  nullCount: number,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  const stated = statistics?.nullCount;
  // Some writers use a negative count for "unknown".
  if (stated === undefined || stated < 0 || stated === nullCount) return;
  report(contradiction(`${where} states ${stated} nulls, but the pages hold ${nullCount}`, at));
}

/**
 * Checks a stated number of NaNs, for types that have NaN. NaNs are values, so nulls and repetition do not matter.
 */
export function checkNanCount(
  stated: number | undefined,
  nanCount: number,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  if (stated === undefined || stated < 0 || stated === nanCount) return;
  report(contradiction(`${where} states ${stated} NaNs, but the pages hold ${nanCount}`, at));
}
