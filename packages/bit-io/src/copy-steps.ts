/**
 * Copies of short byte arrays in steps of whole words: for lengths that vary, one mispredicted branch costs as much as
 * copying 16 bytes, so a step copies more than most values need.
 */

/** Values longer than this are copied by the engine: a call of `set` costs as much as so many bytes in steps. */
export const longestInSteps = 96;

/** Bytes of a step, of which the last may read and write all but one beyond the value. */
export const stepBytes = 16;

/**
 * Copies at least `length` bytes from `source[from]` to `target[to]`, 16 at a time and at least 16: reads and writes up to
 * {@link stepBytes} bytes beyond `length`, for which both must have room. In overlapping memory the target must not begin
 * within the `length` bytes.
 */
export function copyInSteps(source: DataView, from: number, target: DataView, to: number, length: number): void {
  let k = 0;
  do {
    target.setInt32(to + k, source.getInt32(from + k, true), true);
    target.setInt32(to + k + 4, source.getInt32(from + k + 4, true), true);
    target.setInt32(to + k + 8, source.getInt32(from + k + 8, true), true);
    target.setInt32(to + k + 12, source.getInt32(from + k + 12, true), true);
    k += stepBytes;
  } while (k < length);
}
