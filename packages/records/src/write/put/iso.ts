/**
 * ISO 8601 dates, times and timestamps, as `@marquetry/json` writes them. Text that a unit cannot hold exactly is refused.
 */

export type TimeUnit = 'MILLIS' | 'MICROS' | 'NANOS';

/** Digits of a second's fraction. */
const digitsOf: Readonly<Record<TimeUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

/** Days of 400 years: the calendar repeats. */
const eraDays = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epochDays = 719_468;

const date = /^(\d{4}|[+-]\d{6,7})-(\d\d)-(\d\d)$/;
const clock = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?$/;
const timestamp = /^([^T ]+)[T ]([\d:.]+)(Z|[+-]\d\d:\d\d)?$/;

/**
 * Days since 1970-01-01; undefined for what is no date.
 *
 * Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
 */
export function parseDate(text: string): number | undefined {
  const [, years, months, daysText] = date.exec(text) ?? [];
  if (years === undefined) return undefined;
  const year = Number(years);
  const month = Number(months);
  const day = Number(daysText);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  // Years of this algorithm start in March, so that the leap day comes last.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * eraDays + dayOfEra - epochDays;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** A time of day in the unit; undefined for what is none, or has digits that the unit does not have. */
export function parseTime(text: string, unit: TimeUnit): bigint | undefined {
  const [, hours, minutes, seconds = '0', fraction = ''] = clock.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const digits = digitsOf[unit];
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const parts = BigInt(fraction.slice(0, digits).padEnd(digits, '0'));
  return BigInt((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * BigInt(10 ** digits) + parts;
}

/**
 * A timestamp in the unit since 1970-01-01. `utc` ones must say their zone, others must not: neither can be guessed.
 */
export function parseTimestamp(text: string, unit: TimeUnit, utc: boolean): bigint | undefined {
  const [, day = '', time = '', zone] = timestamp.exec(text) ?? [];
  const days = parseDate(day);
  const ofDay = parseTime(time, unit);
  if (days === undefined || ofDay === undefined || (zone !== undefined) !== utc) return undefined;
  const minutes = zone === undefined || zone === 'Z' ? 0 : zoneMinutes(zone);
  if (minutes === undefined) return undefined;
  return (BigInt(days) * 86_400n - BigInt(minutes) * 60n) * BigInt(10 ** digitsOf[unit]) + ofDay;
}

function zoneMinutes(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
