/**
 * Statistics against what the values are.
 */
import type { ErrorPlace } from '@marquetry/core';
import type { Statistics } from '@marquetry/metadata';
import type { Order, Range } from '../bounds/order.js';
import type { StoredBounds } from '../bounds/stored-bounds.js';
import { contradiction, type Report } from './fault.js';

/** `where` names the statistics: `the page header`, `the column index`. */
export function checkBounds(
  order: Order,
  bounds: StoredBounds,
  range: Range | undefined,
  where: string,
  at: ErrorPlace,
  report: Report,
): void {
  if (range === undefined) return;
  const min = bounds.min === undefined ? undefined : order.parse(bounds.min);
  const max = bounds.max === undefined ? undefined : order.parse(bounds.max);
  if (min !== undefined && order.compare(range.min, min) < 0) {
    report(contradiction(`a value is below the minimum that ${where} states`, at));
  }
  if (max !== undefined && order.compare(range.max, max) > 0) {
    report(contradiction(`a value is above the maximum that ${where} states`, at));
  }
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
  if (stated === undefined || stated === nullCount) return;
  report(contradiction(`${where} states ${stated} nulls, the pages hold ${nullCount}`, at));
}
