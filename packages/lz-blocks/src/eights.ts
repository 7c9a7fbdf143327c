/**
 * Copies short literals and matches, eight bytes at a time. Most of them fit in eight bytes, so the processor rarely
 * mispredicts the loop branch.
 */

/**
 * Number of bytes that {@link copyInEights} copies per step. If a match starts at least this far back in the output, no
 * step reads a byte that it also writes.
 */
export const stepBytes = 8;

/**
 * Copies `length` bytes from `source[from]` to `target[to]`, eight at a time. May read and write up to
 * {@link stepBytes} bytes more than `length`; both arrays must have room for them. If both arrays are the same, `from`
 * must be at least {@link stepBytes} before `to`.
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
