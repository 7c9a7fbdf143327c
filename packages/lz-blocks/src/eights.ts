/**
 * Copies short literals and matches in steps of eight bytes. Most are not longer than one step, so there is no loop branch to
 * mispredict.
 */

/** Bytes per step. A match from at least this far back never reads bytes that the same step writes. */
export const stepBytes = 8;

/**
 * Copies `length` bytes from `source[from]` to `target[to]` in whole steps, at least one. Reads and writes up to
 * {@link stepBytes} bytes beyond, for which both arrays must have room. Within one array, `from` must be at least a
 * step before `to`.
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
