/** Formats numbers and counts for use in sentences. */

/**
 * Formats a whole number below 10^21 as `3,000,000`. It does not use `toLocaleString`, whose first call would take
 * longer than the rest of a short run.
 */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns a count with its noun: `1 row`, `3,000,000 rows`. */
export function counted(n: number, singular: string): string {
  return `${grouped(n)} ${singular}${n === 1 ? '' : 's'}`;
}
