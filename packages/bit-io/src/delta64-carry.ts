/**
 * Decodes miniblocks of DELTA_BINARY_PACKED INT64 of any width. Each sum of two words may carry from the low word to
 * the high word.
 *
 *   step  = minDelta + packed       the low word carries if the sum is below one of its terms (unsigned)
 *   value = previous + step         the same again, so the high word may receive two carries
 *
 * A packed value of up to 57 bits starts 0 to 7 bits into its first byte, so two loads (eight bytes) contain all of it.
 * Wider values need a ninth byte.
 */
import { bitsAt, wideGroups } from './unpack.js';

/** See {@link Kernels.unpackDelta64}; `view` covers the same memory as `source`. */
export function sumBoth(
  source: Uint8Array,
  view: DataView,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  count: number,
): void {
  if (width === 64) {
    sumWords(view, position, state, target, from, count);
    return;
  }
  const groups = width === 0 ? 0 : wideGroups(source, position, width, count, width <= 57 ? 8 : 9);
  if (groups > 0) {
    if (width <= 57) sumTwoLoads(view, position, width, state, target, from, groups);
    else sumThreeLoads(view, position, width, state, target, from, groups);
  }
  sumSingly(source, position + groups * width, width, state, target, from + 8 * groups, count - 8 * groups);
}

/**
 * Returns 1 if `a` is below `b`, both unsigned, otherwise 0. This code does not branch, because a branch on a carry
 * would often be mispredicted.
 */
function below(a: number, b: number): number {
  return Number(a >>> 0 < b >>> 0);
}

/** Returns the 32 bits that start at bit `shift` (0 to 7) of a 64-bit number, which is given as two words. */
function across(low: number, high: number, shift: number): number {
  // Two shifts are needed, because JavaScript treats a shift by 32 as a shift by 0.
  return (low >>> shift) | ((high << 1) << (31 - shift));
}

/** Sums deltas of 1 to 57 bits. Each delta needs two 32-bit loads. */
function sumTwoLoads(
  view: DataView,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const minLow = state[0] as number;
  const minHigh = state[1] as number;
  const lowMask = width < 32 ? (1 << width) - 1 : -1;
  const highMask = width <= 32 ? 0 : (1 << (width - 32)) - 1;
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
  let low = state[2] as number;
  let high = state[3] as number;
  let p = position;
  for (let i = 2 * from, end = 2 * from + 16 * groups; i < end; i += 16) {
    let a = view.getInt32(p, true);
    let b = view.getInt32(p + 4, true);
    let step = ((a & lowMask) + minLow) | 0;
    let next = (low + step) | 0;
    high = (high + ((minHigh + (b & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i] = low = next;
    target[i + 1] = high;
    a = view.getInt32(p + o1, true);
    b = view.getInt32(p + o1 + 4, true);
    step = ((across(a, b, s1) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s1) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 2] = low = next;
    target[i + 3] = high;
    a = view.getInt32(p + o2, true);
    b = view.getInt32(p + o2 + 4, true);
    step = ((across(a, b, s2) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s2) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 4] = low = next;
    target[i + 5] = high;
    a = view.getInt32(p + o3, true);
    b = view.getInt32(p + o3 + 4, true);
    step = ((across(a, b, s3) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s3) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 6] = low = next;
    target[i + 7] = high;
    a = view.getInt32(p + o4, true);
    b = view.getInt32(p + o4 + 4, true);
    step = ((across(a, b, s4) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s4) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 8] = low = next;
    target[i + 9] = high;
    a = view.getInt32(p + o5, true);
    b = view.getInt32(p + o5 + 4, true);
    step = ((across(a, b, s5) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s5) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 10] = low = next;
    target[i + 11] = high;
    a = view.getInt32(p + o6, true);
    b = view.getInt32(p + o6 + 4, true);
    step = ((across(a, b, s6) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s6) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 12] = low = next;
    target[i + 13] = high;
    a = view.getInt32(p + o7, true);
    b = view.getInt32(p + o7 + 4, true);
    step = ((across(a, b, s7) & lowMask) + minLow) | 0;
    next = (low + step) | 0;
    high = (high + ((minHigh + ((b >>> s7) & highMask) + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i + 14] = low = next;
    target[i + 15] = high;
    p += width;
  }
  state[2] = low;
  state[3] = high;
}

/** Sums 64-bit deltas. Deltas of random numbers usually have this width. */
function sumWords(
  view: DataView,
  position: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  count: number,
): void {
  const minLow = state[0] as number;
  const minHigh = state[1] as number;
  let low = state[2] as number;
  let high = state[3] as number;
  let p = position;
  for (let i = 2 * from, end = 2 * (from + count); i < end; i += 2, p += 8) {
    const step = (view.getInt32(p, true) + minLow) | 0;
    const next = (low + step) | 0;
    const carries = below(step, minLow) + below(next, step);
    high = (high + ((view.getInt32(p + 4, true) + minHigh) | 0) + carries) | 0;
    target[i] = low = next;
    target[i + 1] = high;
  }
  state[2] = low;
  state[3] = high;
}

/** Sums deltas of 58 to 63 bits. Each delta needs three loads. */
function sumThreeLoads(
  view: DataView,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  groups: number,
): void {
  const minLow = state[0] as number;
  const minHigh = state[1] as number;
  const highMask = -1 >>> (64 - width);
  let low = state[2] as number;
  let high = state[3] as number;
  let p = position;
  let shift = 0;
  for (let i = 2 * from, end = 2 * from + 16 * groups; i < end; i += 2) {
    const middle = view.getInt32(p + 4, true);
    const step = (across(view.getInt32(p, true), middle, shift) + minLow) | 0;
    const next = (low + step) | 0;
    const top = across(middle, view.getUint8(p + 8), shift) & highMask;
    high = (high + ((minHigh + top + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[i] = low = next;
    target[i + 1] = high;
    shift += width;
    p += shift >> 3;
    shift &= 7;
  }
  state[2] = low;
  state[3] = high;
}

/**
 * Sums the deltas that the fast loops leave over: an incomplete group of 8, and groups whose loads would read past the
 * end of the array.
 */
function sumSingly(
  source: Uint8Array,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  count: number,
): void {
  const minLow = state[0] as number;
  const minHigh = state[1] as number;
  let low = state[2] as number;
  let high = state[3] as number;
  for (let i = 0; i < count; i++) {
    // Eight values take `width` bytes. Counting in groups of eight keeps this product small.
    const group = position + (i >> 3) * width;
    const bit = (i & 7) * width;
    const step = ((width > 0 ? bitsAt(source, group, bit, width) : 0) + minLow) | 0;
    const next = (low + step) | 0;
    const top = width > 32 ? bitsAt(source, group, bit + 32, width - 32) : 0;
    high = (high + ((minHigh + top + below(step, minLow)) | 0) + below(next, step)) | 0;
    target[2 * (from + i)] = low = next;
    target[2 * (from + i) + 1] = high;
  }
  state[2] = low;
  state[3] = high;
}
