/** Writes times of day and timestamps in ISO 8601, with as many fractional digits as their unit has. */
import {
  dateText,
  int96Days,
  type KnownTimeUnit,
  millisPerDay,
  secondsPerDay,
  unitsPerSecond,
} from '@marquetry/logical';
import { divideWords } from './int64.js';
import { nineDigits, sixDigits, threeDigits, twoDigits } from './padding.js';

/** Functions that write the fraction of a second with 3, 6 or 9 digits, depending on the unit. */
const fractions: Readonly<Record<KnownTimeUnit, (parts: number) => string>> = {
  MILLIS: (parts) => threeDigits[parts] as string,
  MICROS: sixDigits,
  NANOS: nineDigits,
};

/** Writes seconds since midnight as `12:34:56`. For values of a day or more, the hours continue past 23. */
function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = seconds - hours * 3600;
  const minutes = Math.floor(rest / 60);
  return `${twoDigits[hours] ?? hours}:${twoDigits[minutes]}:${twoDigits[rest - minutes * 60]}`;
}

/**
 * A timestamp or a time of day, split into days, seconds and a fraction. The days of a timestamp count from 1970-01-01.
 * The days of a time of day are 0 unless the value is outside one day.
 */
interface Moment {
  readonly days: number;
  /** The seconds since the start of the day. */
  readonly seconds: number;
  /** The fraction of the second, in the unit of the value. */
  readonly parts: number;
}

/**
 * Splits a 64-bit count of milliseconds, microseconds or nanoseconds into days, seconds and fraction. Only the days may
 * be negative.
 */
function momentOf(low: number, high: number, unit: KnownTimeUnit): Moment {
  if (unit === 'MILLIS') {
    // Divide by the length of a day first: the count of seconds could exceed 2^53.
    const { quotient: days, remainder } = divideWords(low, high, millisPerDay);
    const seconds = Math.floor(remainder / 1000);
    return { days, seconds, parts: remainder - seconds * 1000 };
  }
  const { quotient, remainder } = divideWords(low, high, unitsPerSecond[unit]);
  const days = Math.floor(quotient / secondsPerDay);
  return { days, seconds: quotient - days * secondsPerDay, parts: remainder };
}

/**
 * Creates a function that writes a TIME value, which is passed as two 32-bit words. An INT32 value must be
 * sign-extended. Values outside one day are written as an offset from midnight: `25:00:00.000` or `-00:00:01.000`.
 */
export function createTimeText(unit: KnownTimeUnit, utc: boolean): (low: number, high: number) => string {
  const fraction = fractions[unit];
  const zone = utc ? 'Z' : '';
  const text = ({ days, seconds, parts }: Moment): string =>
    `${clockText(days * secondsPerDay + seconds)}.${fraction(parts)}${zone}`;
  return (low, high) => {
    if (high >= 0) return text(momentOf(low, high, unit));
    const negated = -low | 0;
    return `-${text(momentOf(negated, negated === 0 ? -high : ~high, unit))}`;
  };
}

/**
 * Creates a function that writes a date, which is passed as days since 1970-01-01. The function caches the last date,
 * because adjacent values often have the same date.
 */
export function createDayText(): (days: number) => string {
  let last = 0;
  let text = dateText(0);
  return (days) => {
    if (days !== last) {
      text = dateText(days);
      last = days;
    }
    return text;
  };
}

/**
 * Creates a function that writes an INT64 timestamp, which is passed as its low and high 32-bit words. The text is
 * exact for every INT64.
 */
export function createTimestampText(unit: KnownTimeUnit, utc: boolean): (low: number, high: number) => string {
  const fraction = fractions[unit];
  const zone = utc ? 'Z' : '';
  const dayText = createDayText();
  return (low, high) => {
    const { days, seconds, parts } = momentOf(low, high, unit);
    return `${dayText(days)}T${clockText(seconds)}.${fraction(parts)}${zone}`;
  };
}

/**
 * Creates a function that writes the INT96 timestamp at a position in a DataView: nanoseconds of the day (i64 LE), then
 * the Julian day (i32 LE). The text is exact for all values: nanoseconds that are negative or exceed a day change the
 * date.
 */
export function createInt96Text(): (view: DataView, position: number) => string {
  const dayText = createDayText();
  return (view, position) => {
    const low = view.getInt32(position, true);
    const high = view.getInt32(position + 4, true);
    const { days, seconds, parts } = momentOf(low, high, 'NANOS');
    return `${dayText(int96Days(view, position) + days)}T${clockText(seconds)}.${nineDigits(parts)}`;
  };
}
