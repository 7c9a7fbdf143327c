/**
 * Miniblocks of DELTA_BINARY_PACKED INT64, as two 32-bit words without BigInt.
 */
import { bitsAt, wideAt, wideGroups } from './unpack.js';
import { viewOf } from './view.js';

/** See {@link Kernels.unpackDelta64}. */
export function unpackDelta64(
  source: Uint8Array,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  count: number,
  sourceView?: DataView,
): void {
  if (count === 0) return;
  const view = sourceView ?? viewOf(source);
  if (width <= 25 && keepsHighWord(state, width, count)) {
    sumLow(source, view, position, width, state, target, from, count);
  } else {
    sumBoth(source, view, position, width, state, target, from, count);
  }
}

/**
 * True when the low word cannot wrap within `count` values, so that the high word stays what it is. Exact: where the
 * products round, they are beyond 2^53 and the answer is no.
 */
function keepsHighWord(state: Int32Array, width: number, count: number): boolean {
  const minDelta = (state[1] as number) * 4294967296 + ((state[0] as number) >>> 0);
  const low = (state[2] as number) >>> 0;
  const maxDelta = minDelta + ((1 << width) - 1);
  return low + count * Math.min(minDelta, 0) >= 0 && low + count * Math.max(maxDelta, 0) < 4294967296;
}

function sumLow(
  source: Uint8Array,
  view: DataView,
  position: number,
  width: number,
  state: Int32Array,
  target: Int32Array,
  from: number,
  count: number,
): void {
  const minDelta = state[0] as number;
  const high = state[3] as number;
  const groups = width === 0 ? 0 : wideGroups(source, position, width, count);
  let low = state[2] as number;
  if (groups > 0) {
    const sum = width <= 12 ? sumPairs : sumGroups;
    low = sum(view, position, width, minDelta, low, high, target, from, groups);
  }
  const rest = position + groups * width;
  for (let i = from + groups * 8, bit = 0, end = from + count; i < end; i++, bit += width) {
    low = (low + minDelta + (width === 0 ? 0 : bitsAt(source, rest, bit, width))) | 0;
    target[2 * i] = low;
    target[2 * i + 1] = high;
  }
  state[2] = low;
}

/** Widths up to 12: a load of 32 bits holds two values wherever in its first byte they start. */
function sumPairs(
  view: DataView,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
  high: number,
  target: Int32Array,
  from: number,
  groups: number,
): number {
  const mask = (1 << width) - 1;
  const o2 = (2 * width) >> 3;
  const o4 = (4 * width) >> 3;
  const o6 = (6 * width) >> 3;
  const s2 = (2 * width) & 7;
  const s4 = (4 * width) & 7;
  const s6 = (6 * width) & 7;
  const s3 = s2 + width;
  const s5 = s4 + width;
  const s7 = s6 + width;
  let low = previous;
  let p = position;
  for (let i = 2 * from, end = 2 * from + 16 * groups; i < end; i += 16) {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + o2, true);
    const c = view.getInt32(p + o4, true);
    const d = view.getInt32(p + o6, true);
    target[i] = low = (low + ((minDelta + (a & mask)) | 0)) | 0;
    target[i + 1] = high;
    target[i + 2] = low = (low + ((minDelta + ((a >>> width) & mask)) | 0)) | 0;
    target[i + 3] = high;
    target[i + 4] = low = (low + ((minDelta + ((b >>> s2) & mask)) | 0)) | 0;
    target[i + 5] = high;
    target[i + 6] = low = (low + ((minDelta + ((b >>> s3) & mask)) | 0)) | 0;
    target[i + 7] = high;
    target[i + 8] = low = (low + ((minDelta + ((c >>> s4) & mask)) | 0)) | 0;
    target[i + 9] = high;
    target[i + 10] = low = (low + ((minDelta + ((c >>> s5) & mask)) | 0)) | 0;
    target[i + 11] = high;
    target[i + 12] = low = (low + ((minDelta + ((d >>> s6) & mask)) | 0)) | 0;
    target[i + 13] = high;
    target[i + 14] = low = (low + ((minDelta + ((d >>> s7) & mask)) | 0)) | 0;
    target[i + 15] = high;
    p += width;
  }
  return low;
}

/** Widths up to 25: a load of 32 bits holds a value wherever in its first byte it starts. */
function sumGroups(
  view: DataView,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
  high: number,
  target: Int32Array,
  from: number,
  groups: number,
): number {
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
  let low = previous;
  let p = position;
  for (let i = 2 * from, end = 2 * from + 16 * groups; i < end; i += 16) {
    target[i] = low = (low + ((minDelta + (view.getInt32(p, true) & mask)) | 0)) | 0;
    target[i + 1] = high;
    target[i + 2] = low = (low + minDelta + ((view.getInt32(p + o1, true) >>> s1) & mask)) | 0;
    target[i + 3] = high;
    target[i + 4] = low = (low + minDelta + ((view.getInt32(p + o2, true) >>> s2) & mask)) | 0;
    target[i + 5] = high;
    target[i + 6] = low = (low + minDelta + ((view.getInt32(p + o3, true) >>> s3) & mask)) | 0;
    target[i + 7] = high;
    target[i + 8] = low = (low + minDelta + ((view.getInt32(p + o4, true) >>> s4) & mask)) | 0;
    target[i + 9] = high;
    target[i + 10] = low = (low + minDelta + ((view.getInt32(p + o5, true) >>> s5) & mask)) | 0;
    target[i + 11] = high;
    target[i + 12] = low = (low + minDelta + ((view.getInt32(p + o6, true) >>> s6) & mask)) | 0;
    target[i + 13] = high;
    target[i + 14] = low = (low + minDelta + ((view.getInt32(p + o7, true) >>> s7) & mask)) | 0;
    target[i + 15] = high;
    p += width;
  }
  return low;
}

/** Any width, with carries. */
function sumBoth(
  source: Uint8Array,
  view: DataView,
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
  const wide = width === 0 ? 0 : 8 * wideGroups(source, position, width, count);
  const lowMask = width < 32 ? (1 << width) - 1 : -1;
  const highMask = width <= 32 ? 0 : -1 >>> (64 - width);
  for (let i = 0; i < count; i++) {
    // Eight values are `width` bytes: the product below stays small, however many values there are.
    const group = position + (i >> 3) * width;
    const bit = (i & 7) * width;
    let deltaLow = 0;
    let deltaHigh = 0;
    if (i < wide) {
      deltaLow = wideAt(view, group + (bit >> 3), bit & 7) & lowMask;
      if (highMask !== 0) deltaHigh = bitsAt(source, group, bit + 32, width - 32);
    } else if (width > 0) {
      deltaLow = bitsAt(source, group, bit, width);
      if (highMask !== 0) deltaHigh = bitsAt(source, group, bit + 32, width - 32);
    }
    const withMin = (deltaLow >>> 0) + (minLow >>> 0);
    const sum = withMin + (low >>> 0);
    // Below 3 * 2^32, exact in a double; its whole multiples of 2^32 carry.
    const carry = sum >= 8589934592 ? 2 : sum >= 4294967296 ? 1 : 0;
    low = sum | 0;
    high = (high + minHigh + deltaHigh + carry) | 0;
    target[2 * (from + i)] = low;
    target[2 * (from + i) + 1] = high;
  }
  state[2] = low;
  state[3] = high;
}
