/**
 * Days since 1970-01-01 to a date of the proleptic Gregorian calendar.
 */
import { twoDigits } from './padding.js';

/** Days of 400 years: the calendar repeats. */
const eraDays = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epochDays = 719_468;

/**
 * `2020-01-31`; years outside 0 to 9999 with a sign and at least six digits, as ISO 8601's expanded form and
 * `Date.prototype.toISOString` have it. Exact for any number of days that a Number holds.
 *
 * Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
 */
export function dateText(days: number): string {
  const shifted = days + epochDays;
  const era = Math.floor(shifted / eraDays);
  const day = shifted - era * eraDays;
  const yearOfEra = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  // Years of this algorithm start in March, so that the leap day comes last.
  const dayOfYear = day - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${twoDigits[month]}-${twoDigits[dayOfMonth]}`;
}

function yearText(year: number): string {
  if (year >= 1000 && year <= 9999) return String(year);
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return (year < 0 ? '-' : '+') + String(Math.abs(year)).padStart(6, '0');
}
