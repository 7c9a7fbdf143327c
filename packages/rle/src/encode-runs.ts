/** Encodes integers as runs of the RLE / bit-packing hybrid. */
import { createGrowingBytes, pack, writeVarint32 } from '@marquetry/bit-io';

/** Maximum number of groups of eight values in a packed run. A run with more groups needs a header of two bytes. */
const maxGroups = 63;

/** Returns an upper bound on the number of bytes that {@link encodeRuns} writes for `count` values of `width` bits. */
export function runsBound(count: number, width: number): number {
  // In the worst case, every eight values have their own header, followed by a packed group of `width` bytes or by a
  // repeated value, which is not longer. Only runs of 64 values or more have headers of more than one byte.
  return Math.ceil(count / 8) * (width + 1) + 5;
}

/**
 * Encodes `values[from, to)` as runs. Eight or more equal values that start at a group boundary become a repeated run.
 * All other values become packed runs of at most 63 groups; the last group is padded with zeros. Writes no runs if
 * there are no values.
 * @param width Bits per value, 0 to 32. Every value must fit in this width.
 * @param headSize Number of bytes to reserve before the runs, for the caller to fill.
 */
export function encodeRuns(values: Int32Array, from: number, to: number, width: number, headSize = 0): Uint8Array {
  const bound = headSize + runsBound(to - from, width);
  const memory = createGrowingBytes();
  const bytes = memory.reserve(bound).fill(0, 0, bound);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let p = headSize;
  let packedFrom = from;
  let i = from;
  while (i < to) {
    const repeats = repeatsAt(values, i, to);
    if (repeats < 8 && width > 0) {
      i = Math.min(i + 8, to);
      if (i - packedFrom === 8 * maxGroups || i === to) {
        p = writePacked(values, packedFrom, i, width, bytes, p, view);
        packedFrom = i;
      }
      continue;
    }
    if (i > packedFrom) p = writePacked(values, packedFrom, i, width, bytes, p, view);
    p = writeVarint32(bytes, p, repeats << 1);
    for (let bit = 0; bit < width; bit += 8) bytes[p++] = (values[i] as number) >>> bit;
    i += repeats;
    packedFrom = i;
  }
  const runs = bytes.slice(0, p);
  memory.release();
  return runs;
}

/** Returns the number of consecutive equal values, starting with the value at `at`. */
function repeatsAt(values: Int32Array, at: number, to: number): number {
  const value = values[at];
  let i = at + 1;
  while (i < to && values[i] === value) i++;
  return i - at;
}

function writePacked(
  values: Int32Array,
  from: number,
  to: number,
  width: number,
  bytes: Uint8Array,
  position: number,
  view: DataView,
): number {
  const groups = Math.ceil((to - from) / 8);
  bytes[position] = (groups << 1) | 1;
  pack(values, from, to - from, width, bytes, position + 1, view);
  // The memory was filled with zeros, so the padding of the last group is 0.
  return position + 1 + groups * width;
}
