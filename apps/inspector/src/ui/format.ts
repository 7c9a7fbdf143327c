/** Formats numbers as text. */

import { sizeText } from '@marquetry/inspect';

const grouping = new Intl.NumberFormat('en');

/** Formats a size, such as `812 bytes` or `40.1 MB`. A fraction of a byte, as in an estimate, is rounded. */
export function bytes(value: number): string {
  return sizeText(Math.round(value));
}

/** Formats a number, such as `1,234`. */
export function count(value: number): string {
  return grouping.format(value);
}

/** `12.3 %`. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const value = 100 * share;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  // Do not round up to 100 %, which would mean all.
  if (value > 99.5 && value < 100) return `${Math.min(99.9, value).toFixed(1)} %`;
  return `${value.toFixed(value < 10 ? 1 : 0)} %`;
}

/** Returns a count with its noun in the singular or plural, such as `1 page` or `3 pages`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Returns a value as text, or a dash if the value is missing. */
export function orDash(value: string | number | undefined | null): string {
  return value === undefined || value === null ? '–' : typeof value === 'number' ? count(value) : value;
}
