/** Finds the position of dates, times and timestamps in the sort order of their columns. */
import { PhysicalType } from '@marquetry/core';
import type { Annotation } from '@marquetry/schema';
import type { OrderedColumn } from '../order/order-of.js';
import { parseDate } from '../time/calendar.js';
import { int96Bytes, writeInt96 } from '../time/int96.js';
import { parseTime, parseTimestamp, type UnitCount } from '../time/iso.js';
import { floorDivide, type KnownTimeUnit, millisPerDay, unitsPerMilli } from '../time/units.js';
import type { Literal, UserValue } from './literal.js';
import { type Floored, floored, wordLiteral } from './number-literal.js';

/**
 * Finds the position of a date in the sort order of a DATE column. The date is given as days since 1970-01-01, text
 * such as `'2020-01-31'`, or a Date. A Date with a time of day comes after its day and before the next day.
 */
export function dateLiteral(value: UserValue): Literal | undefined {
  const days = numberOf(value) ?? daysOf(value);
  return days === undefined || 'kind' in days ? days : wordLiteral(PhysicalType.INT32, true, days);
}

/**
 * Finds the position of a time or timestamp in the sort order of its column. The value is given as a number of units,
 * ISO 8601 text or, for a TIMESTAMP, a Date.
 */
export function timeLiteral(
  { type }: OrderedColumn,
  annotation: Extract<Annotation, { readonly isAdjustedToUTC: boolean }>,
  value: UserValue,
): Literal | undefined {
  const { kind, unit, isAdjustedToUTC } = annotation;
  const count =
    numberOf(value) ??
    (unit === 'unknown' ? undefined : kind === 'TIME' ? timeOf(value, unit) : instantOf(value, unit, isAdjustedToUTC));
  if (count === undefined || 'kind' in count) return count;
  return wordLiteral(type === PhysicalType.INT32 ? PhysicalType.INT32 : PhysicalType.INT64, true, count);
}

/**
 * Finds the position of a timestamp in the sort order of an INT96 column. The timestamp is given as nanoseconds since
 * 1970-01-01, ISO 8601 text without a zone, or a Date.
 */
export function int96Literal(value: UserValue): Literal | undefined {
  const count = numberOf(value) ?? instantOf(value, 'NANOS', false);
  if (count === undefined || 'kind' in count) return count;
  const { integer, isExact } = count;
  const bytes = new Uint8Array(int96Bytes);
  if (!writeInt96(integer, new DataView(bytes.buffer), 0)) return { kind: integer < 0n ? 'below' : 'above' };
  return isExact ? { kind: 'exact', bytes } : { kind: 'gap', after: bytes };
}

function numberOf(value: UserValue): Floored | Literal | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? floored(value) : undefined;
}

function timeOf(value: UserValue, unit: KnownTimeUnit): Floored | undefined {
  return typeof value === 'string' ? flooredCount(parseTime(value.replace(/Z$/, ''), unit)) : undefined;
}

function instantOf(value: UserValue, unit: KnownTimeUnit, isUtc: boolean): Floored | undefined {
  if (typeof value === 'string') return flooredCount(parseTimestamp(value, unit, isUtc));
  const millis = millisOf(value);
  return millis === undefined ? undefined : { integer: millis * unitsPerMilli[unit], isExact: true };
}

function daysOf(value: UserValue): Floored | undefined {
  if (typeof value === 'string') {
    const days = parseDate(value);
    return days === undefined ? undefined : { integer: BigInt(days), isExact: true };
  }
  const millis = millisOf(value);
  if (millis === undefined) return undefined;
  const days = floorDivide(millis, BigInt(millisPerDay));
  return { integer: days, isExact: days * BigInt(millisPerDay) === millis };
}

/** Returns the milliseconds of a Date; undefined for other values and for an invalid Date. */
function millisOf(value: UserValue): bigint | undefined {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? BigInt(value.getTime()) : undefined;
}

function flooredCount(count: UnitCount | undefined): Floored | undefined {
  return count === undefined ? undefined : { integer: count.count, isExact: count.isExact };
}
