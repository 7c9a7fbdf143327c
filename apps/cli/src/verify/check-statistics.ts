/**
 * Statistics against what the values are.
 */
import type { ErrorPlace } from '@marquetry/core';
import type { Statistics } from '@marquetry/metadata';
import type { StoredBounds } from '../bounds/stored-bounds.js';
import type { Order, Range } from '../bounds/value-order.js';
import { contradiction, type Report } from './fault.js';

/** Bounds that something states of a page's values. */
export interface StatedBounds extends StoredBounds {
  /** `the page header`, `the column index`, `the footer`. */
  readonly where: string;
}

/** True when the values keep within the bounds; else reports. */
export function checkBounds(
  order: Order,
  { where, ...bounds }: StatedBounds,
  range: Range | undefined,
  at: ErrorPlace,
  report: Report,
): boolean {
  if (range === undefined) return true;
  const min = bounds.min === undefined ? undefined : order.parse(bounds.min);
  const max = bounds.max === undefined ? undefined : order.parse(bounds.max);
  const below = min !== undefined && order.compare(range.min, min) < 0;
  const above = max !== undefined && order.compare(range.max, max) > 0;
  if (below) report(contradiction(`a value is below the minimum that ${where} states`, at));
  if (above) report(contradiction(`a value is above the maximum that ${where} states`, at));
  return !below && !above;
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
