/**
 * Numbers in sentences.
 */

/** A whole number below 10^21: `3,000,000`. The first `toLocaleString` of a process costs more than a short run. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 row`, `3,000,000 rows`. */
export function counted(n: number, singular: string): string {
  return `${grouped(n)} ${singular}${n === 1 ? '' : 's'}`;
}
