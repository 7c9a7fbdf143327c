/** Formats numbers and counts for sentences. */

/**
 * Formats a whole number below 10^21 as `3,000,000`. The first `toLocaleString` of a process would take longer than a
 * short run.
 */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns a count with its noun: `1 row`, `3,000,000 rows`. */
export function counted(n: number, singular: string): string {
  return `${grouped(n)} ${singular}${n === 1 ? '' : 's'}`;
}
