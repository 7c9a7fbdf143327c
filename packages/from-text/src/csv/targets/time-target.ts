/** Parses cells with dates and timestamps. */
import type { FixedBuffer } from '@marquetry/core';
import { fractionDigits, type KnownTimeUnit, unitsPerSecond } from '@marquetry/logical';
import { dateDays, readTimestamp, type TimestampParts } from '../../cells/times.js';
import type { CellTarget } from './cell-target.js';
import { writeInt64 } from './write-int64.js';

export function dateTarget(buffer: FixedBuffer): CellTarget {
  let words = buffer.words;
  return {
    buffer,
    wanted: 'a date such as 2020-01-31',
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      words = buffer.words;
    },
    put: (bytes, start, end) => {
      const days = dateDays(bytes, start, end);
      if (Number.isNaN(days)) return false;
      words[buffer.length++] = days;
      return true;
    },
  };
}

/** Parses timestamps. If `isUtc` is true, accepts only text with a time zone; otherwise, only text without one. */
export function timestampTarget(buffer: FixedBuffer, unit: KnownTimeUnit, isUtc: boolean): CellTarget {
  const perSecond = unitsPerSecond[unit];
  const digits = fractionDigits[unit];
  const nanosPerUnit = 1e9 / perSecond;
  const parts: TimestampParts = { seconds: 0, nanos: 0, digits: 0, hasZone: false };
  let words = buffer.words;
  return {
    buffer,
    wanted: `a timestamp with${isUtc ? '' : 'out'} a time zone, with at most ${digits} fractional digits`,
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      words = buffer.words;
    },
    put: (bytes, start, end) => {
      if (!readTimestamp(bytes, start, end, parts) || parts.digits > digits) return false;
      if (parts.hasZone !== isUtc) return false;
      const whole = parts.seconds * perSecond;
      const value = whole + parts.nanos / nanosPerUnit;
      if (Number.isSafeInteger(whole) && Number.isSafeInteger(value)) writeInt64(words, buffer.length, value);
      else {
        const exact = BigInt(parts.seconds) * BigInt(perSecond) + BigInt(parts.nanos / nanosPerUnit);
        if (BigInt.asIntN(64, exact) !== exact) return false;
        words[2 * buffer.length] = Number(exact & 0xffffffffn);
        words[2 * buffer.length + 1] = Number((exact >> 32n) & 0xffffffffn);
      }
      buffer.length++;
      return true;
    },
  };
}
