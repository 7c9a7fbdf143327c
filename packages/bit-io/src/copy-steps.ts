/**
 * Copies short byte arrays in steps of 16 bytes. Lengths vary, and a mispredicted branch takes as long as copying 16 bytes, so
 * copying more bytes than needed is faster.
 */

/** Longer values are copied with `set`. A call of it takes as long as copying this many bytes in steps. */
export const longestInSteps = 96;

/** Bytes per step. The last step may read and write up to 15 bytes beyond the value. */
export const stepBytes = 16;

/**
 * Copies at least `length` bytes from `source[from]` to `target[to]`: 8 bytes, then steps of 16. The first step of 8 saves
 * copying 8 bytes for half of the short values, without another branch. Reads and writes up to {@link stepBytes} bytes beyond
 * `length`, for which both arrays must have room. If the memory overlaps, the target must not begin within the `length` source
 * bytes.
 */
export function copyInSteps(source: DataView, from: number, target: DataView, to: number, length: number): void {
  target.setInt32(to, source.getInt32(from, true), true);
  target.setInt32(to + 4, source.getInt32(from + 4, true), true);
  for (let k = 8; k < length; k += stepBytes) {
    target.setInt32(to + k, source.getInt32(from + k, true), true);
    target.setInt32(to + k + 4, source.getInt32(from + k + 4, true), true);
    target.setInt32(to + k + 8, source.getInt32(from + k + 8, true), true);
    target.setInt32(to + k + 12, source.getInt32(from + k + 12, true), true);
  }
}
