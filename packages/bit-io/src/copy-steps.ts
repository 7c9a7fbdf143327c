/**
 * Copies short byte arrays in steps of 16 bytes. Lengths vary, and one mispredicted branch costs as much as copying
 * 16 bytes, so it is cheaper to copy more than most values need.
 */

/** Longer values are copied with `set`: calling it costs as much as copying this many bytes in steps. */
export const longestInSteps = 96;

/** Bytes per step. The last step may read and write up to 15 bytes beyond the value. */
export const stepBytes = 16;

/**
 * Copies at least `length` bytes from `source[from]` to `target[to]`: 8 bytes, then steps of 16. A first step of 8
 * spares half of the short values 8 bytes, without one more branch. Reads and writes up to {@link stepBytes} bytes
 * beyond `length`, for which both arrays must have room. If the memory overlaps, the target must not begin within the
 * `length` source bytes.
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
