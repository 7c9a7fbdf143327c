/**
 * Parses dates and timestamps (ISO 8601) from the bytes of a cell.
 *
 *   date        2020-01-31
 *   timestamp   date [T ] 12:34 (:56 (.123456)?)? zone?
 *   zone        Z | +01 | +0130 | +01:30
 */
import { calendarDays } from '@marquetry/logical';

const zero = 0x30;
const dateLength = 10;

/**
 * Parses the date at the start of the text. Returns days since 1970-01-01; NaN if there is no date, or if the date does
 * not exist in the calendar.
 */
function leadingDate(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < dateLength || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return Number.NaN;
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  return calendarDays(year, twoDigits(bytes, start + 5), twoDigits(bytes, start + 8)) ?? Number.NaN;
}

/** Parses a date. Returns days since 1970-01-01; NaN for text that is not a date. */
export function dateDays(bytes: Uint8Array, start: number, end: number): number {
  return end - start === dateLength ? leadingDate(bytes, start, end) : Number.NaN;
}

/** The parts of a timestamp. One object is reused for all cells, to avoid an allocation per cell. */
export interface TimestampParts {
  /** Seconds since 1970-01-01T00:00, in local time if the text has no zone, otherwise in UTC. */
  seconds: number;
  /** Fraction of the second, in nanoseconds. */
  nanos: number;
  /** Number of digits in the fraction of the second, as written in the text. */
  digits: number;
  hasZone: boolean;
}

/**
 * Parses a timestamp into `parts`. Returns false if the text is not a timestamp. A date without a time means midnight.
 */
export function readTimestamp(bytes: Uint8Array, start: number, end: number, parts: TimestampParts): boolean {
  const days = leadingDate(bytes, start, end);
  if (Number.isNaN(days)) return false;
  parts.nanos = 0;
  parts.digits = 0;
  parts.hasZone = false;
  parts.seconds = days * 86_400;
  let at = start + dateLength;
  if (at === end) return true;
  if ((bytes[at] !== 0x54 && bytes[at] !== 0x20) || at + 6 > end || bytes[at + 3] !== 0x3a) return false;
  const hours = twoDigits(bytes, at + 1);
  const minutes = twoDigits(bytes, at + 4);
  let seconds = 0;
  at += 6;
  if (at < end && bytes[at] === 0x3a) {
    if (at + 3 > end) return false;
    seconds = twoDigits(bytes, at + 1);
    at += 3;
    if (at < end && bytes[at] === 0x2e) {
      at = readFraction(bytes, at + 1, end, parts);
      if (parts.digits === 0 || parts.digits > 9) return false;
    }
  }
  // `twoDigits` returns NaN for characters that are not digits, and all comparisons with NaN are false.
  if (!(hours <= 23 && minutes <= 59 && seconds <= 59)) return false;
  parts.seconds += hours * 3600 + minutes * 60 + seconds;
  return at === end || readZone(bytes, at, end, parts);
}

function readFraction(bytes: Uint8Array, start: number, end: number, parts: TimestampParts): number {
  let at = start;
  let fraction = 0;
  while (at < end && (bytes[at] as number) >= zero && (bytes[at] as number) <= zero + 9 && at - start < 10) {
    fraction = fraction * 10 + (bytes[at] as number) - zero;
    at++;
  }
  parts.digits = at - start;
  parts.nanos = fraction * 10 ** (9 - parts.digits);
  return at;
}

function readZone(bytes: Uint8Array, start: number, end: number, parts: TimestampParts): boolean {
  parts.hasZone = true;
  const sign = bytes[start];
  if (sign === 0x5a) return start + 1 === end;
  if (sign !== 0x2b && sign !== 0x2d) return false;
  const hasColon = bytes[start + 3] === 0x3a && start + 3 < end;
  const length = end - start;
  if (length !== 3 && length !== (hasColon ? 6 : 5)) return false;
  const hours = twoDigits(bytes, start + 1);
  const minutes = length === 3 ? 0 : twoDigits(bytes, start + (hasColon ? 4 : 3));
  if (!(hours <= 23 && minutes <= 59)) return false;
  const offset = (hours * 60 + minutes) * 60;
  parts.seconds += sign === 0x2b ? -offset : offset;
  return true;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - zero;
  const ones = (bytes[at + 1] as number) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
