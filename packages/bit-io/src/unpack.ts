/**
 * Unpacks integers of any width from 0 to 32 bits, least significant bit first.
 *
 * A group of 8 values takes `width` bytes. Value k of a group starts at byte (k * width) >> 3, bit (k * width) & 7, so
 * offsets and shifts are the same for every group, and one loop serves a range of widths. At width 3, with bit 7 on the
 * left:
 *
 *   byte        0          1          2
 *           22111000   54443332   77766655        each digit is the number of the value that owns the bit
 *
 *   width   1-8   two 32-bit loads hold four values each
 *           9-13  four loads hold two values each
 *          14-25  one load per value: 7 + 25 bits fit in 32
 *         26, 28  the same: a value starts at an even bit, at most bit 6 (width 26) or bit 4 (width 28)
 *      27, 29-31  eight loads of words, each of which ends one value and starts the next one
 *             32  a copy
 */
import { viewOf } from '@marquetry/core';

/** Unpacks values of `width` bits each, as {@link Kernels.unpack} specifies. */
export function unpack(
  source: Uint8Array,
  position: number,
  width: number,
  target: Int32Array,
  from: number,
  count: number,
  sourceView?: DataView,
): void {
  if (width === 0) {
    target.fill(0, from, from + count);
    return;
  }
  if (width === 32) {
    const bytes = new Uint8Array(target.buffer, target.byteOffset + 4 * from, 4 * count);
    bytes.set(source.subarray(position, position + 4 * count));
    return;
  }
  const groups = wideGroups(source, position, width, count);
  if (groups > 0) {
    const view = sourceView ?? viewOf(source);
    if (width <= 8) unpackQuads(view, position, width, target, from, groups);
    else if (width <= 13) unpackPairs(view, position, width, target, from, groups);
    else if (width <= 26 || width === 28) unpackSingles(view, position, width, target, from, groups);
    else unpackWide(view, position, width, target, from, groups);
  }
  const done = groups * 8;
  const rest = position + groups * width;
  for (let i = done; i < count; i++) target[from + i] = bitsAt(source, rest, (i - done) * width, width);
}

/**
 * Returns how many groups of 8 values can be read with loads of `loaded` bytes each without reading past the end of the
 * array. A load starts at the first byte of a value. {@link bitsAt} must read the remaining groups.
 */
export function wideGroups(source: Uint8Array, position: number, width: number, count: number, loaded = 5): number {
  const reach = ((7 * width) >> 3) + loaded;
  const groups = count >> 3;
  const room = source.length - position - reach;
  if (room >= groups * width) return groups;
  return room < 0 ? 0 : Math.min(groups, Math.floor(room / width) + 1);
}

/**
 * Returns the low 32 bits of a number of `width` bits (1 to 64) that starts `bit` bits after `source[position]`. Reads
 * only the bytes that contain the number.
 */
export function bitsAt(source: Uint8Array, position: number, bit: number, width: number): number {
  const bits = Math.min(width, 32);
  const last = position + ((bit + bits - 1) >> 3);
  let byte = position + (bit >> 3);
  let value = (source[byte] as number) >>> (bit & 7);
  for (let have = 8 - (bit & 7); ++byte <= last; have += 8) value |= (source[byte] as number) << have;
  return value & (-1 >>> (32 - bits));
}

function unpackQuads(
  view: DataView,
  position: number,
  width: number,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const mask = (1 << width) - 1;
  // Each constant has its own declaration, because on some engines, destructuring an array makes a short call a third
  // slower.
  const w1 = width;
  const w2 = 2 * width;
  const w3 = 3 * width;
  const offset = (4 * width) >> 3;
  const shift = (4 * width) & 7;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + offset, true) >>> shift;
    target[i] = a & mask;
    target[i + 1] = (a >>> w1) & mask;
    target[i + 2] = (a >>> w2) & mask;
    target[i + 3] = (a >>> w3) & mask;
    target[i + 4] = b & mask;
    target[i + 5] = (b >>> w1) & mask;
    target[i + 6] = (b >>> w2) & mask;
    target[i + 7] = (b >>> w3) & mask;
    p += width;
  }
}

function unpackPairs(
  view: DataView,
  position: number,
  width: number,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const mask = (1 << width) - 1;
  const o2 = (2 * width) >> 3;
  const o4 = (4 * width) >> 3;
  const o6 = (6 * width) >> 3;
  const s2 = (2 * width) & 7;
  const s4 = (4 * width) & 7;
  const s6 = (6 * width) & 7;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + o2, true) >>> s2;
    const c = view.getInt32(p + o4, true) >>> s4;
    const d = view.getInt32(p + o6, true) >>> s6;
    target[i] = a & mask;
    target[i + 1] = (a >>> width) & mask;
    target[i + 2] = b & mask;
    target[i + 3] = (b >>> width) & mask;
    target[i + 4] = c & mask;
    target[i + 5] = (c >>> width) & mask;
    target[i + 6] = d & mask;
    target[i + 7] = (d >>> width) & mask;
    p += width;
  }
}

function unpackSingles(
  view: DataView,
  position: number,
  width: number,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const mask = (1 << width) - 1;
  const o1 = width >> 3;
  const o2 = (2 * width) >> 3;
  const o3 = (3 * width) >> 3;
  const o4 = (4 * width) >> 3;
  const o5 = (5 * width) >> 3;
  const o6 = (6 * width) >> 3;
  const o7 = (7 * width) >> 3;
  const s1 = width & 7;
  const s2 = (2 * width) & 7;
  const s3 = (3 * width) & 7;
  const s4 = (4 * width) & 7;
  const s5 = (5 * width) & 7;
  const s6 = (6 * width) & 7;
  const s7 = (7 * width) & 7;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    target[i] = view.getInt32(p, true) & mask;
    target[i + 1] = (view.getInt32(p + o1, true) >>> s1) & mask;
    target[i + 2] = (view.getInt32(p + o2, true) >>> s2) & mask;
    target[i + 3] = (view.getInt32(p + o3, true) >>> s3) & mask;
    target[i + 4] = (view.getInt32(p + o4, true) >>> s4) & mask;
    target[i + 5] = (view.getInt32(p + o5, true) >>> s5) & mask;
    target[i + 6] = (view.getInt32(p + o6, true) >>> s6) & mask;
    target[i + 7] = (view.getInt32(p + o7, true) >>> s7) & mask;
    p += width;
  }
}

/**
 * Unpacks values of 27 or 29 to 31 bits. With `less` = 32 - width, value k starts `k * less` bits before the end of word
 * k - 1. With bit 31 on the left:
 *
 *   word k - 1   vvv.............    its upper `k * less` bits are the low bits of value k
 *   word k       ....vvvvvvvvvvvv    the other bits of value k
 *
 * The last value ends where its group ends, so it is the upper bits of the last 4 bytes.
 */
function unpackWide(
  view: DataView,
  position: number,
  width: number,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const mask = -1 >>> (32 - width);
  const less = 32 - width;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + 4, true);
    const c = view.getInt32(p + 8, true);
    const d = view.getInt32(p + 12, true);
    const e = view.getInt32(p + 16, true);
    const f = view.getInt32(p + 20, true);
    const g = view.getInt32(p + 24, true);
    target[i] = a & mask;
    // JavaScript uses the lowest five bits of a count, so `>>> -n` is `>>> (32 - n)`.
    target[i + 1] = ((a >>> -less) | (b << less)) & mask;
    target[i + 2] = ((b >>> (-2 * less)) | (c << (2 * less))) & mask;
    target[i + 3] = ((c >>> (-3 * less)) | (d << (3 * less))) & mask;
    target[i + 4] = ((d >>> (-4 * less)) | (e << (4 * less))) & mask;
    target[i + 5] = ((e >>> (-5 * less)) | (f << (5 * less))) & mask;
    target[i + 6] = ((f >>> (-6 * less)) | (g << (6 * less))) & mask;
    target[i + 7] = view.getInt32(p + width - 4, true) >>> less;
    p += width;
  }
}

/**
 * Returns the 32 bits that start at bit `shift` (0 to 7) of a byte. If `shift` is not 0, the last of these bits are in
 * the fifth byte.
 */
export function wideAt(view: DataView, position: number, shift: number): number {
  // The second word starts one byte later. Both words have the same bits where they overlap.
  return (view.getInt32(position, true) >>> shift) | (view.getInt32(position + 1, true) << (8 - shift));
}
