/**
 * Converts days since 1970-01-01, the values of a DATE, to and from dates in the proleptic Gregorian calendar.
 *
 * Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". These algorithms let years start in March, so that
 * the leap day is the last day of a year, and rely on the calendar repeating every 400 years.
 */

/** Number of days in 400 years. */
const eraDays = 146_097;
/** Number of days from 0000-03-01 to 1970-01-01. */
const epochDays = 719_468;

const twoDigits: readonly string[] = /* @__PURE__ */ Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

/**
 * Returns the date as text such as `2020-01-31`. Years outside 0 to 9999 have a sign and at least six digits, as in the
 * expanded form of ISO 8601 and `Date.prototype.toISOString`. The result is exact if `days` is a safe integer.
 */
export function dateText(days: number): string {
  const shifted = days + epochDays;
  const era = Math.floor(shifted / eraDays);
  const day = shifted - era * eraDays;
  const yearOfEra = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
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

const date = /^(\d{4}|[+-]\d{6,7})-(\d\d)-(\d\d)$/;

/**
 * Parses text in the form of {@link dateText} to days since 1970-01-01. Returns undefined for text in another form, and
 * for a date that does not exist.
 */
export function parseDate(text: string): number | undefined {
  const [, years, months, daysText] = date.exec(text) ?? [];
  if (years === undefined) return undefined;
  return calendarDays(Number(years), Number(months), Number(daysText));
}

/** Converts a year, month and day to days since 1970-01-01. Returns undefined for a date that does not exist. */
export function calendarDays(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
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
