/**
 * Numbers in sentences.
 */

/** `3,000,000`. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** `1 row`, `3,000,000 rows`. */
export function counted(n: number, singular: string): string {
  return `${grouped(n)} ${singular}${n === 1 ? '' : 's'}`;
}
