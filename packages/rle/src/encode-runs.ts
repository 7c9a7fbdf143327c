/**
 * Integers to runs.
 */
import { pack, writeVarint32 } from '@marquetry/bit-io';

/** So that the header of a packed run is one byte. */
const maxGroups = 63;

/** Bytes that runs of `count` values of `width` bits take at most. */
export function runsBound(count: number, width: number): number {
  // Eight values cost a packed group of `width` bytes or a repeated value, which takes no more, each with a header of its own
  // at worst; a header has more than one byte only for 64 values and more.
  return Math.ceil(count / 8) * (width + 1) + 5;
}

/**
 * `values[from, to)` as runs: eight equal values or more that start where a group would become a repeated run, the rest
 * packed runs of at most 63 groups, the last group filled up with zeros. No values: no bytes.
 * @param width Bits of a value, 0 to 32; every value fits.
 * @param headSize Bytes to leave before the runs for what the caller writes there.
 */
export function encodeRuns(values: Int32Array, from: number, to: number, width: number, headSize = 0): Uint8Array {
  const bytes = new Uint8Array(headSize + runsBound(to - from, width));
  const view = new DataView(bytes.buffer);
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
  return bytes.slice(0, p);
}

/** How many values from `at` on are the same. */
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
  // The array is new, so that the rest of the last group is zeros.
  return position + 1 + groups * width;
}
