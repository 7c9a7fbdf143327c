/** The values other than integers that columns of dates and times accept. */
import {
  type KnownTimeUnit,
  millisPerDay,
  parseDate,
  parseTime,
  parseTimestamp,
  type UnitCount,
  unitsPerMilli,
} from '@marquetry/logical';
import { integers, type Scalar } from './scalar.js';

/** DATE. A Date with a time of day is rejected, because the time would be lost. */
export const dateScalar: Scalar = {
  ...integers(32, true),
  wanted: 'a DATE: days since 1970 as an integer, YYYY-MM-DD, a Date at midnight UTC, or a PlainDate',
  parse: (value) => {
    if (value instanceof Date) return value.getTime() % millisPerDay === 0 ? value.getTime() / millisPerDay : undefined;
    return parsed(value, parseDate);
  },
};

/** TIME. */
export function timeScalar(unit: KnownTimeUnit): Scalar {
  return {
    ...integers(unit === 'MILLIS' ? 32 : 64, true),
    wanted: `a TIME: ${unit} since midnight as an integer, HH:MM:SS.fff with no more digits than the unit, or a PlainTime`,
    parse: (value) => parsed(value, (text) => wholeCount(parseTime(text.replace(/Z$/, ''), unit))),
  };
}

/** TIMESTAMP. For a local timestamp, a Date is read by its UTC fields. */
export function timestampScalar(unit: KnownTimeUnit, utc: boolean): Scalar {
  const zone = utc ? 'with Z or an offset' : 'without a zone';
  const object = utc ? 'an Instant' : 'a PlainDateTime';
  return {
    ...integers(64, true),
    wanted: `a TIMESTAMP: ${unit} since 1970 as an integer, a Date, ${object}, or ISO 8601 ${zone} with no more digits than the unit`,
    parse: (value) => {
      const millis = dateMillis(value);
      if (millis !== undefined) return millis * unitsPerMilli[unit];
      return parsed(value, (text) => wholeCount(parseTimestamp(text, unit, utc)));
    },
  };
}

/**
 * Parses the text of a value; returns undefined if the value has none. Objects of Temporal are converted to text,
 * because they count nanoseconds.
 */
export function parsed<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  const isText = typeof value === 'string' || Object.prototype.toString.call(value).startsWith('[object Temporal.');
  return isText ? parse(String(value)) : undefined;
}

/** Returns undefined for text with more digits than the unit, because they would be lost. */
export function wholeCount(parsed: UnitCount | undefined): bigint | undefined {
  return parsed?.isExact === true ? parsed.count : undefined;
}

/** Returns undefined for a value that is not a Date, or an invalid one. */
function dateMillis(value: unknown): bigint | undefined {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? BigInt(value.getTime()) : undefined;
}

/** Returns a Date as nanoseconds since 1970. */
export function dateNanos(value: unknown): bigint | undefined {
  const millis = dateMillis(value);
  return millis === undefined ? undefined : millis * unitsPerMilli.NANOS;
}
