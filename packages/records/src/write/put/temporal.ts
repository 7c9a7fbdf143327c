/** Describes the values that columns of dates and times accept besides integers, such as Dates and text. */
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

/** Describes the values that DATE columns accept. A Date must be midnight UTC: any other time of day would be lost. */
export const dateScalar: Scalar = {
  ...integers(32, true),
  wanted: 'a DATE as days since 1970 (an integer), YYYY-MM-DD, a Date at midnight UTC, or a PlainDate',
  parse: (value) => {
    if (value instanceof Date) return value.getTime() % millisPerDay === 0 ? value.getTime() / millisPerDay : undefined;
    return parsed(value, parseDate);
  },
};

/** Returns a description of the values that a TIME column of this unit accepts. */
export function timeScalar(unit: KnownTimeUnit): Scalar {
  return {
    ...integers(unit === 'MILLIS' ? 32 : 64, true),
    wanted: `a TIME as ${unit} since midnight (an integer), HH:MM:SS.fff with no more fractional digits than the unit allows, or a PlainTime`,
    parse: (value) => parsed(value, (text) => wholeCount(parseTime(text.replace(/Z$/, ''), unit))),
  };
}

/**
 * Returns a description of the values that a TIMESTAMP column accepts. In a column of local timestamps (`utc` is
 * false), the UTC fields of a Date are written as local time.
 */
export function timestampScalar(unit: KnownTimeUnit, utc: boolean): Scalar {
  const text = utc ? 'ISO 8601 text with Z or an offset' : 'ISO 8601 text without a zone';
  const object = utc ? 'an Instant' : 'a PlainDateTime';
  return {
    ...integers(64, true),
    wanted: `a TIMESTAMP as ${unit} since 1970 (an integer), a Date, ${object}, or ${text}, with no more fractional digits than the unit allows`,
    parse: (value) => {
      const millis = dateMillis(value);
      if (millis !== undefined) return millis * unitsPerMilli[unit];
      return parsed(value, (text) => wholeCount(parseTimestamp(text, unit, utc)));
    },
  };
}

/**
 * Parses text, or the text form of a Temporal object, which includes nanoseconds. Returns undefined for other values.
 */
export function parsed<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  const isText = typeof value === 'string' || Object.prototype.toString.call(value).startsWith('[object Temporal.');
  return isText ? parse(String(value)) : undefined;
}

/**
 * Converts a parsed time to an integer in the column's time unit. Returns undefined if the text has more fractional
 * digits than the unit, because they would be lost.
 */
export function wholeCount(parsed: UnitCount | undefined): bigint | undefined {
  return parsed?.isExact === true ? parsed.count : undefined;
}

/** Returns the milliseconds of a Date; undefined for an invalid Date and for other values. */
function dateMillis(value: unknown): bigint | undefined {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? BigInt(value.getTime()) : undefined;
}

/** Returns the nanoseconds since 1970 of a Date; undefined for an invalid Date and for other values. */
export function dateNanos(value: unknown): bigint | undefined {
  const millis = dateMillis(value);
  return millis === undefined ? undefined : millis * unitsPerMilli.NANOS;
}
