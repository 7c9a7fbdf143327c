/** Appends the values whose bit is 1 to a buffer. */
import { copyInSteps, keepBits, keepWords, longestInSteps, stepBytes } from '@marquetry/bit-io';
import {
  type BytesBuffer,
  type BytesValues,
  bytesOf,
  type ColumnBuffer,
  type DirectValues,
  viewOf,
} from '@marquetry/core';
import type { SlotBits } from './slot-bits.js';

/**
 * Appends the values of `values[from, from + slots.count)` whose bit is 1. The buffer must have the same type as the
 * values.
 * @throws ParquetError LIMIT, before anything is appended, if the buffer would exceed `limits.decodedBytes`.
 */
export function keepValues(target: ColumnBuffer, values: DirectValues, from: number, slots: SlotBits): void {
  const { bits, first, count, kept } = slots;
  if (target.layout === 'bytes' && values.layout === 'bytes') {
    keepByteArrays(target, values, from, slots);
    return;
  }
  target.reserve(kept);
  if (target.layout === 'bits' && values.layout === 'bits') {
    keepBits(values.data, from, bits, first, count, target.data, target.length);
  } else if (target.layout === 'fixed' && values.layout === 'fixed') {
    const { width } = target;
    const bytes = bytesOf(values.data);
    if (width % 4 === 0 && bytes.byteOffset % 4 === 0) {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
      keepWords(words, width >> 2, from, bits, first, count, target.words, target.length);
    } else {
      let to = target.length * width;
      for (let i = 0; i < count; i++) {
        if (((bits[(first + i) >> 3] as number) & (1 << ((first + i) & 7))) === 0) continue;
        const start = (from + i) * width;
        for (let k = 0; k < width; k++) target.data[to++] = bytes[start + k] as number;
      }
    }
  }
  target.length += kept;
}

function keepByteArrays(target: BytesBuffer, values: BytesValues, from: number, slots: SlotBits): void {
  const { bits, first, count, kept } = slots;
  const { offsets: starts, data: source } = values;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const isKept = ((bits[(first + i) >> 3] as number) >> ((first + i) & 7)) & 1;
    total += isKept * ((starts[from + i + 1] as number) - (starts[from + i] as number));
  }
  target.reserve(kept, total);
  const { offsets, data } = target;
  const words = viewOf(source);
  const sink = viewOf(data);
  const safe = source.length - stepBytes;
  let { length } = target;
  let at = offsets[length] as number;
  for (let i = 0; i < count; i++) {
    if (((bits[(first + i) >> 3] as number) & (1 << ((first + i) & 7))) === 0) continue;
    const start = starts[from + i] as number;
    const size = (starts[from + i + 1] as number) - start;
    // Bytes are copied several at a time, so some may be written after the end of the value. The next value overwrites
    // them; after the last value, they are in the spare bytes at the end of the buffer.
    if (size <= longestInSteps && start + size <= safe) copyInSteps(words, start, sink, at, size);
    else data.set(source.subarray(start, start + size), at);
    at += size;
    offsets[++length] = at;
  }
  target.length = length;
}
