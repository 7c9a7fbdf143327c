/**
 * Decodes miniblocks of DELTA_BINARY_PACKED: unpacks deltas and sums them in one loop (Encodings.md#DELTAENC).
 *
 *   value[i] = value[i - 1] + minDelta + packed[i]   modulo 2^32 or 2^64
 */
import { viewOf } from '@marquetry/core';
import { bitsAt, wideAt, wideGroups } from './unpack.js';

/**
 * Unpacks deltas and sums them to 32-bit values, as {@link Kernels.unpackDelta32} specifies. For widths above 32, only
 * the low 32 bits of each delta matter.
 */
export function unpackDelta32(
  source: Uint8Array,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
  target: Int32Array,
  from: number,
  count: number,
  sourceView?: DataView,
): number {
  let value = previous | 0;
  const end = from + count;
  if (width === 0) {
    for (let i = from; i < end; i++) target[i] = value = (value + minDelta) | 0;
    return value;
  }
  const groups = wideGroups(source, position, width, count);
  if (groups > 0) {
    const view = sourceView ?? viewOf(source);
    const sum = width <= 12 ? sumPairs : width <= 25 ? sumNarrow : sumWide;
    value = sum(view, position, width, minDelta | 0, value, target, from, groups);
  }
  const rest = position + groups * width;
  for (let i = from + groups * 8, bit = 0; i < end; i++, bit += width) {
    target[i] = value = (value + minDelta + bitsAt(source, rest, bit, width)) | 0;
  }
  return value;
}

// All three loops add the min delta to the unpacked bits before they add the previous value. Each value therefore waits
// for only one addition after the previous value is known.

/**
 * Sums deltas of up to 12 bits. One 32-bit load contains two deltas, even if the first starts at bit 7 of its byte.
 */
function sumPairs(
  view: DataView,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
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
  let value = previous;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + o2, true);
    const c = view.getInt32(p + o4, true);
    const d = view.getInt32(p + o6, true);
    target[i] = value = (value + ((minDelta + (a & mask)) | 0)) | 0;
    target[i + 1] = value = (value + ((minDelta + ((a >>> width) & mask)) | 0)) | 0;
    target[i + 2] = value = (value + ((minDelta + ((b >>> s2) & mask)) | 0)) | 0;
    target[i + 3] = value = (value + ((minDelta + ((b >>> s3) & mask)) | 0)) | 0;
    target[i + 4] = value = (value + ((minDelta + ((c >>> s4) & mask)) | 0)) | 0;
    target[i + 5] = value = (value + ((minDelta + ((c >>> s5) & mask)) | 0)) | 0;
    target[i + 6] = value = (value + ((minDelta + ((d >>> s6) & mask)) | 0)) | 0;
    target[i + 7] = value = (value + ((minDelta + ((d >>> s7) & mask)) | 0)) | 0;
    p += width;
  }
  return value;
}

/** Sums deltas of up to 25 bits. One 32-bit load contains a whole delta, even if it starts at bit 7 of its byte. */
function sumNarrow(
  view: DataView,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
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
  let value = previous;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    target[i] = value = (value + ((minDelta + (view.getInt32(p, true) & mask)) | 0)) | 0;
    target[i + 1] = value = (value + ((minDelta + ((view.getInt32(p + o1, true) >>> s1) & mask)) | 0)) | 0;
    target[i + 2] = value = (value + ((minDelta + ((view.getInt32(p + o2, true) >>> s2) & mask)) | 0)) | 0;
    target[i + 3] = value = (value + ((minDelta + ((view.getInt32(p + o3, true) >>> s3) & mask)) | 0)) | 0;
    target[i + 4] = value = (value + ((minDelta + ((view.getInt32(p + o4, true) >>> s4) & mask)) | 0)) | 0;
    target[i + 5] = value = (value + ((minDelta + ((view.getInt32(p + o5, true) >>> s5) & mask)) | 0)) | 0;
    target[i + 6] = value = (value + ((minDelta + ((view.getInt32(p + o6, true) >>> s6) & mask)) | 0)) | 0;
    target[i + 7] = value = (value + ((minDelta + ((view.getInt32(p + o7, true) >>> s7) & mask)) | 0)) | 0;
    p += width;
  }
  return value;
}

function sumWide(
  view: DataView,
  position: number,
  width: number,
  minDelta: number,
  previous: number,
  target: Int32Array,
  from: number,
  groups: number,
): number {
  const mask = width < 32 ? -1 >>> (32 - width) : -1;
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
  let value = previous;
  let p = position;
  for (let i = from, end = from + 8 * groups; i < end; i += 8) {
    target[i] = value = (value + ((minDelta + (view.getInt32(p, true) & mask)) | 0)) | 0;
    target[i + 1] = value = (value + ((minDelta + (wideAt(view, p + o1, s1) & mask)) | 0)) | 0;
    target[i + 2] = value = (value + ((minDelta + (wideAt(view, p + o2, s2) & mask)) | 0)) | 0;
    target[i + 3] = value = (value + ((minDelta + (wideAt(view, p + o3, s3) & mask)) | 0)) | 0;
    target[i + 4] = value = (value + ((minDelta + (wideAt(view, p + o4, s4) & mask)) | 0)) | 0;
    target[i + 5] = value = (value + ((minDelta + (wideAt(view, p + o5, s5) & mask)) | 0)) | 0;
    target[i + 6] = value = (value + ((minDelta + (wideAt(view, p + o6, s6) & mask)) | 0)) | 0;
    target[i + 7] = value = (value + ((minDelta + (wideAt(view, p + o7, s7) & mask)) | 0)) | 0;
    p += width;
  }
  return value;
}
