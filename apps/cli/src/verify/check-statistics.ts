/**
 * Statistics against what the values are.
 */
import type { ErrorPlace } from '@marquetry/core';
import type { Bounds, StoredBounds } from '@marquetry/logical';
import type { Statistics } from '@marquetry/metadata';
import { contradiction, type Report } from './fault.js';

/** Bounds that something states of a page's values. */
export interface StatedBounds {
  /** `the page header`, `the column index`, `the footer`. */
  readonly where: string;
  /** True if the bounds are of all values of the chunk, of which the page has some. */
  readonly ofChunk: boolean;
  readonly bounds: StoredBounds;
}

/** Compares stated bounds with those of a page's values; returns false, and reports, if a value is outside. */
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
    // A page without values, or of nothing but NaNs that do not count.
    if (stated === undefined || value === undefined) continue;
    if (!order.accepts(stated)) {
      fault(`the ${name} that ${where} states has ${stated.length} bytes, which is not the length of a value`);
      continue;
    }
    const isNan = order.isNan(stated);
    const onlyNans = actual.onlyNans === true;
    if (isNan !== onlyNans) {
      // TYPE_ORDER: old writers let NaN into bounds, and readers ignore it.
      if (isNan && order.kind === 'IEEE_754_TOTAL_ORDER')
        fault(`the ${name} that ${where} states is NaN, a value is not`);
      if (onlyNans && !ofChunk) fault(`all values are NaN, the ${name} that ${where} states is not`);
      continue;
    }
    const difference = order.compare(value, stated);
    if (name === 'minimum' && difference < 0) fault(`a value is below the minimum that ${where} states`);
    if (name === 'maximum' && difference > 0) fault(`a value is above the maximum that ${where} states`);
  }
  return holds;
}

/** Not for repeated columns: writers differ in whether empty lists are nulls. */
export function checkNullCount(
  statistics: Statistics | undefined,
  nullCount: number,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  const stated = statistics?.nullCount;
  // Negative: some writers' way to say nothing.
  if (stated === undefined || stated < 0 || stated === nullCount) return;
  report(contradiction(`${where} states ${stated} nulls, the pages hold ${nullCount}`, at));
}

/** NaNs are values: whatever is null, repeated or a list does not matter. Only of types that have NaN. */
export function checkNanCount(
  stated: number | undefined,
  nanCount: number,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  if (stated === undefined || stated < 0 || stated === nanCount) return;
  report(contradiction(`${where} states ${stated} NaNs, the pages hold ${nanCount}`, at));
}
