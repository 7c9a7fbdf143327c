/** Numbers as text. */

const grouping = new Intl.NumberFormat('en');
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1,234`. */
export function count(value: number): string {
  return grouping.format(value);
}

/** `1.23 MB`, with decimal prefixes. */
export function bytes(value: number): string {
  let unit = 0;
  let scaled = value;
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  const text = unit === 0 ? String(scaled) : scaled.toPrecision(3);
  return `${text} ${units[unit]}`;
}

/** `12.3 %`. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const value = 100 * share;
  return `${value > 0 && value < 0.1 ? '< 0.1' : value.toFixed(value < 10 ? 1 : 0)} %`;
}

/** `3 pages`, `1 page`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** The text of a value that may be missing. */
export function orDash(value: string | number | undefined | null): string {
  return value === undefined || value === null ? '–' : typeof value === 'number' ? count(value) : value;
}
