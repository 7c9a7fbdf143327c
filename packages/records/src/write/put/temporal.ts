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
  wanted: 'DATE: days since 1970 as an integer, YYYY-MM-DD, or a Date at midnight UTC',
  parse: (value) => {
    if (typeof value === 'string') return parseDate(value);
    return value instanceof Date && value.getTime() % millisPerDay === 0 ? value.getTime() / millisPerDay : undefined;
  },
};

/** TIME. */
export function timeScalar(unit: KnownTimeUnit): Scalar {
  return {
    ...integers(unit === 'MILLIS' ? 32 : 64, true),
    wanted: `TIME: ${unit} since midnight as an integer, or HH:MM:SS.fff with no more digits than those`,
    parse: (value) => (typeof value === 'string' ? wholeCount(parseTime(value.replace(/Z$/, ''), unit)) : undefined),
  };
}

/** TIMESTAMP. Of local ones a Date gives what it shows in UTC. */
export function timestampScalar(unit: KnownTimeUnit, utc: boolean): Scalar {
  const zone = utc ? 'with Z or an offset' : 'without a zone';
  return {
    ...integers(64, true),
    wanted: `TIMESTAMP: ${unit} since 1970 as an integer, a Date, or ISO 8601 ${zone} and no more digits than those`,
    parse: (value) => {
      if (typeof value === 'string') return wholeCount(parseTimestamp(value, unit, utc));
      const millis = dateMillis(value);
      return millis === undefined ? undefined : millis * unitsPerMilli[unit];
    },
  };
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
