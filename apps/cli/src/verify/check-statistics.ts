/** Compares statistics with the actual values. */
import type { ErrorPlace } from '@marquetry/core';
import type { Bounds, StoredBounds } from '@marquetry/logical';
import type { Statistics } from '@marquetry/metadata';
import { contradiction, type Report } from './fault.js';

/** The bounds that a file states for a page's values, and the place in the file that states them. */
export interface StatedBounds {
  /** The name of the place in messages: `the page header`, `the column index` or `the footer`. */
  readonly where: string;
  /** True if the bounds cover all values of the chunk, not only those of the page. */
  readonly ofChunk: boolean;
  readonly bounds: StoredBounds;
}

/**
 * Compares stated bounds with the actual minimum and maximum of a page. Reports a value outside the bounds and returns
 * false; returns true if all values are within them.
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
    // Skip a bound that is not stated, or a page without values other than NaNs, which have no place in the order.
    if (stated === undefined || value === undefined) continue;
    if (!order.accepts(stated)) {
      fault(`the ${name} in ${where} has ${stated.length} bytes, which is not the length of a value`);
      continue;
    }
    const isNan = order.isNan(stated);
    const onlyNans = actual.onlyNans === true;
    if (isNan !== onlyNans) {
      // In TYPE_ORDER, some old writers wrote NaN as a bound. Readers ignore such bounds, so do not report them.
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

/**
 * Reports a null count in statistics that differs from `nullCount`, the actual one. Do not use it for repeated columns:
 * writers differ in whether they count empty lists.
 */
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
  report(contradiction(`${where} states ${stated} nulls, but the pages have ${nullCount}`, at));
}

/**
 * Reports a stated NaN count that differs from `nanCount`, the actual one. Use it for types that have NaN. Unlike
 * `checkNullCount`, it can be used for repeated columns, because empty lists do not affect the number of NaNs.
 */
export function checkNanCount(
  stated: number | undefined,
  nanCount: number,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  if (stated === undefined || stated < 0 || stated === nanCount) return;
  report(contradiction(`${where} states ${stated} NaNs, but the pages have ${nanCount}`, at));
}
