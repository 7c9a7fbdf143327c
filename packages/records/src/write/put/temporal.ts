/**
 * What columns of dates and times take besides integers.
 */
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

/** DATE. A Date with a time of day is refused: it would be lost. */
export const dateScalar: Scalar = {
  ...integers(32, true),
  wanted: 'DATE: days since 1970 as an integer, YYYY-MM-DD, a Date at midnight UTC, or a PlainDate',
  parse: (value) => {
    if (value instanceof Date) return value.getTime() % millisPerDay === 0 ? value.getTime() / millisPerDay : undefined;
    return parsed(value, parseDate);
  },
};

/** TIME. */
export function timeScalar(unit: KnownTimeUnit): Scalar {
  return {
    ...integers(unit === 'MILLIS' ? 32 : 64, true),
    wanted: `TIME: ${unit} since midnight as an integer, HH:MM:SS.fff with no more digits than those, or a PlainTime`,
    parse: (value) => parsed(value, (text) => wholeCount(parseTime(text.replace(/Z$/, ''), unit))),
  };
}

/** TIMESTAMP. Of local ones a Date gives what it shows in UTC. */
export function timestampScalar(unit: KnownTimeUnit, utc: boolean): Scalar {
  const zone = utc ? 'with Z or an offset' : 'without a zone';
  const object = utc ? 'an Instant' : 'a PlainDateTime';
  return {
    ...integers(64, true),
    wanted: `TIMESTAMP: ${unit} since 1970 as an integer, a Date, ${object}, or ISO 8601 ${zone} and no more digits than those`,
    parse: (value) => {
      const millis = dateMillis(value);
      if (millis !== undefined) return millis * unitsPerMilli[unit];
      return parsed(value, (text) => wholeCount(parseTimestamp(text, unit, utc)));
    },
  };
}

/** What the text of a value is; undefined for what is no text. Objects of Temporal are their text, as they count nanoseconds. */
export function parsed<T>(value: unknown, parse: (text: string) => T | undefined): T | undefined {
  const isText = typeof value === 'string' || Object.prototype.toString.call(value).startsWith('[object Temporal.');
  return isText ? parse(String(value)) : undefined;
}

/** Undefined for text that has more digits than the unit: they would be lost. */
export function wholeCount(parsed: UnitCount | undefined): bigint | undefined {
  return parsed?.isExact === true ? parsed.count : undefined;
}

/** Undefined for what is no Date, or an invalid one. */
function dateMillis(value: unknown): bigint | undefined {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? BigInt(value.getTime()) : undefined;
}

/** As nanoseconds since 1970. */
export function dateNanos(value: unknown): bigint | undefined {
  const millis = dateMillis(value);
  return millis === undefined ? undefined : millis * unitsPerMilli.NANOS;
}
