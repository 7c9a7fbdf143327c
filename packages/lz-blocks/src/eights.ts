/**
 * Copies of short literals and matches in steps of eight bytes: most are no longer, so that one step does without a
 * mispredicted branch.
 */

/** Bytes of a step: a match that reaches at least so far back reads nothing that its step writes. */
export const stepBytes = 8;

/**
 * Copies `length` bytes from `source[from]` to `target[to]` in whole steps, at least one: reads and writes up to
 * {@link stepBytes} bytes beyond, for which both have room. Within one array, `from` is at least a step before `to`.
 */
export function copyInEights(source: DataView, from: number, target: DataView, to: number, length: number): void {
  let k = 0;
  do {
    const low = source.getInt32(from + k, true);
    const high = source.getInt32(from + k + 4, true);
    target.setInt32(to + k, low, true);
    target.setInt32(to + k + 4, high, true);
    k += stepBytes;
  } while (k < length);
}
