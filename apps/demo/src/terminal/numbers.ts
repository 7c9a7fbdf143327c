/**
 * Formats numbers for display.
 */

/** Adds thousands separators: `3000000` becomes `3,000,000`. */
export function grouped(value: number | string): string {
  return String(value).replace(/^(-?)(\d+)/, (_, sign: string, digits: string) => {
    return sign + digits.replace(/\B(?=(\d{3})+$)/g, ',');
  });
}

/** Formats a size in the unit with one to three digits before the point; 1 kB is 1,000 bytes. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.95 && unit < units.length - 1; unit++) value /= 1000;
  return `${value.toFixed(1)} ${units[unit]}`;
}

export function secondsText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Formats a count with its noun: `1 row`, `3,000,000 rows`. */
export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
