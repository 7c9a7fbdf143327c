/**
 * Times of day and timestamps in ISO 8601, with as many digits as their unit has.
 */
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

/** The parts of a second below one, as digits of its unit. */
const fractions: Readonly<Record<KnownTimeUnit, (parts: number) => string>> = {
  MILLIS: (parts) => threeDigits[parts] as string,
  MICROS: sixDigits,
  NANOS: nineDigits,
};

/** `12:34:56` of the seconds of a day. Hours go on beyond 24 for what is no time of day. */
function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = seconds - hours * 3600;
  const minutes = Math.floor(rest / 60);
  return `${twoDigits[hours] ?? hours}:${twoDigits[minutes]}:${twoDigits[rest - minutes * 60]}`;
}

/** An instant or a time, counted from the epoch or midnight. */
interface Moment {
  readonly days: number;
  /** Of the day. */
  readonly seconds: number;
  /** Of the second, in the unit of the value. */
  readonly parts: number;
}

/** Splits 64 bits of milliseconds, microseconds or nanoseconds; all parts but the days are at or above 0. */
function momentOf(low: number, high: number, unit: KnownTimeUnit): Moment {
  if (unit === 'MILLIS') {
    // In whole seconds the quotient could pass 2^53.
    const { quotient: days, remainder } = divideWords(low, high, millisPerDay);
    const seconds = Math.floor(remainder / 1000);
    return { days, seconds, parts: remainder - seconds * 1000 };
  }
  const { quotient, remainder } = divideWords(low, high, unitsPerSecond[unit]);
  const days = Math.floor(quotient / secondsPerDay);
  return { days, seconds: quotient - days * secondsPerDay, parts: remainder };
}

/**
 * A writer of times: TIME of the words of a value (INT32: sign-extended). Values outside one day are written as an
 * offset from midnight, `25:00:00.000` or `-00:00:01.000`.
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

/** Days since 1970-01-01 to their date; keeps the last one, as neighbours tend to share it. */
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

/** A writer of timestamps, of the words of an INT64: exact over its whole range. */
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
 * A writer of INT96 timestamps: nanoseconds of the day (i64 LE), then the Julian day (i32 LE), at `position` of a view.
 * Exact whatever both are: nanoseconds beyond a day, or negative ones, count into the neighbouring days.
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
