/** Parses times of day and timestamps in ISO 8601 text to counts in the unit of a column. */
import { parseDate } from './calendar.js';
import { fractionDigits, type KnownTimeUnit, unitsPerSecond } from './units.js';

/**
 * A time as a number of units (milliseconds, microseconds or nanoseconds). If the text is more precise than the unit,
 * the number is rounded towards the past, and `isExact` is false.
 */
export interface UnitCount {
  readonly count: bigint;
  readonly isExact: boolean;
}

const clock = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?$/;
const timestamp = /^([^T ]+)[T ]([\d:.]+)(Z|[+-]\d\d:\d\d)?$/;

/** Parses `12:34` or `12:34:56.789` to units since midnight; returns undefined if the text is not a time of day. */
export function parseTime(text: string, unit: KnownTimeUnit): UnitCount | undefined {
  const [, hours, minutes, seconds = '0', fraction = ''] = clock.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const digits = fractionDigits[unit];
  const parts = BigInt(fraction.slice(0, digits).padEnd(digits, '0'));
  const whole = BigInt((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
  return { count: whole * BigInt(unitsPerSecond[unit]) + parts, isExact: !/[1-9]/.test(fraction.slice(digits)) };
}

/**
 * Parses `2020-01-31T12:34:56.789Z` to units since 1970-01-01. Returns undefined if the text is not a timestamp.
 *
 * @param isUtc True if the column is adjusted to UTC: the text must end in `Z` or an offset. False for local time: the
 * text must end without `Z` or an offset, because the offset of local time is unknown.
 */
export function parseTimestamp(text: string, unit: KnownTimeUnit, isUtc: boolean): UnitCount | undefined {
  const [, day = '', time = '', zone] = timestamp.exec(text) ?? [];
  const days = parseDate(day);
  const ofDay = parseTime(time, unit);
  if (days === undefined || ofDay === undefined || (zone !== undefined) !== isUtc) return undefined;
  const minutes = zone === undefined || zone === 'Z' ? 0 : zoneMinutes(zone);
  if (minutes === undefined) return undefined;
  const seconds = BigInt(days) * 86_400n - BigInt(minutes) * 60n;
  return { count: seconds * BigInt(unitsPerSecond[unit]) + ofDay.count, isExact: ofDay.isExact };
}

function zoneMinutes(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
