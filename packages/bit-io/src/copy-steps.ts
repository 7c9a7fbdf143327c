/**
 * Copies short byte arrays in steps of 16 bytes, which may copy more bytes than needed. This is faster than a loop of
 * the exact length: lengths vary, and a mispredicted branch takes as long as copying 16 bytes.
 */

/** The largest length, in bytes, for which {@link copyInSteps} is faster than `TypedArray.prototype.set`. */
export const longestInSteps = 96;

/** Number of bytes that {@link copyInSteps} copies per step. The last step may copy up to 15 bytes beyond the value. */
export const stepBytes = 16;

/**
 * Copies at least `length` bytes from `source[from]` to `target[to]`: 8 bytes, then 16 at a time. Starting with 8 bytes
 * saves work for half of the short values, and needs no extra branch. Reads and writes up to {@link stepBytes} bytes
 * beyond `length`, so both arrays must have room for these. If source and target overlap, the target must not begin
 * within the `length` bytes of the source.
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
