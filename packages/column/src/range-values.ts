/** Copies ranges of values. Optimized for many short ranges. */
import { appendValues } from '@marquetry/bit-io';
import { bytesOf, type ColumnBuffer, type DirectValues, type FixedBuffer } from '@marquetry/core';
import { type SlotRanges, slotsIn } from './slot-ranges.js';

/** Up to this many entries are copied one by one, which is faster than calling `set`. */
const fewEntries = 24;

/** Copies the ranges of `source` to `target`, starting at index `at`. Returns the index after the last copied value. */
export function copyIndices(source: Int32Array, { bounds, count }: SlotRanges, target: Int32Array, at: number): number {
  let to = at;
  for (let i = 0; i < 2 * count; i += 2) {
    const from = bounds[i] as number;
    const end = bounds[i + 1] as number;
    if (end - from > fewEntries) target.set(source.subarray(from, end), to);
    else for (let k = from; k < end; k++) target[to + k - from] = source[k] as number;
    to += end - from;
  }
  return to;
}

/**
 * Appends ranges of values to a buffer. The caller has checked the ranges.
 * @throws ParquetError LIMIT if the buffer would exceed `limits.decodedBytes`.
 */
export function appendRanges(target: ColumnBuffer, values: DirectValues, ranges: SlotRanges): void {
  const isSame = target.type === values.type && values.layout === 'fixed' && target.width === values.width;
  if (target.layout === 'fixed' && isSame && target.width % 4 === 0) {
    const bytes = bytesOf(values.data);
    if (bytes.byteOffset % 4 === 0) {
      appendWords(target, bytes, ranges);
      return;
    }
  }
  const { bounds, count } = ranges;
  for (let i = 0; i < 2 * count; i += 2) {
    const from = bounds[i] as number;
    const to = bounds[i + 1] as number;
    if (from < to) appendValues(target, values, from, to);
  }
}

function appendWords(target: FixedBuffer, bytes: Uint8Array, { bounds, count }: SlotRanges): void {
  const length = slotsIn({ bounds, count });
  target.reserve(length);
  const unit = target.width >> 2;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const scaled = unit === 1 ? bounds : bounds.map((bound) => bound * unit);
  copyIndices(words, { bounds: scaled, count }, target.words, target.length * unit);
  target.length += length;
}
