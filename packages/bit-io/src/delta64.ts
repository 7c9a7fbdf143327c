/** Decodes miniblocks of DELTA_BINARY_PACKED INT64 on two 32-bit words, without BigInt. */
import { viewOf } from '@marquetry/core';
import { sumBoth } from './delta64-carry.js';
import { bitsAt, wideGroups } from './unpack.js';

/** Unpacks deltas and sums them to 64-bit values, as {@link Kernels.unpackDelta64} specifies. */
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
 * True if the low word of the sum cannot overflow within `count` values, so that the high word never changes. The
 * product of `count` and a delta is exact up to 2^53; above that, the result is false in any case.
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
  let low = state[2] as number;
  if (width === 0) {
    for (let i = 2 * from, end = 2 * (from + count); i < end; i += 2) {
      target[i] = low = (low + minDelta) | 0;
      target[i + 1] = high;
    }
    state[2] = low;
    return;
  }
  const groups = wideGroups(source, position, width, count);
  if (groups > 0) {
    const sum = width <= 12 ? sumPairs : sumGroups;
    low = sum(view, position, width, minDelta, low, high, target, from, groups);
  }
  const rest = position + groups * width;
  for (let i = from + groups * 8, bit = 0, end = from + count; i < end; i++, bit += width) {
    low = (low + minDelta + bitsAt(source, rest, bit, width)) | 0;
    target[2 * i] = low;
    target[2 * i + 1] = high;
  }
  state[2] = low;
}

/**
 * Sums deltas of up to 12 bits. One 32-bit load contains two deltas, even if the first starts at bit 7 of its byte.
 */
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

/** Sums deltas of up to 25 bits. One 32-bit load contains a whole delta, even if it starts at bit 7 of its byte. */
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
