/**
 * Gathers dictionary entries to the end of a column buffer, by layout and width.
 */
import type {
  BitBuffer,
  BytesBuffer,
  BytesValues,
  ColumnBuffer,
  FixedBuffer,
  FlatValues,
  Kernels,
} from '@marquetry/core';
import { bytesOf } from '@marquetry/core';
import { requireSameType } from './append.js';
import { areTiny, copyInSteps, copyInWords, longestInSteps, stepBytes } from './copy-steps.js';
import { viewOf } from './view.js';

/**
 * Appends `dictionary[indices[i]]` for `i` of `[from, from + count)`. Every index is below the dictionary's length: the
 * caller has checked.
 * @throws ParquetError INVALID_ARGUMENT when the buffer is of another type; LIMIT from `reserve`.
 */
export function gatherInto(
  target: ColumnBuffer,
  dictionary: FlatValues,
  indices: Int32Array,
  from: number,
  count: number,
  kernels: Kernels,
): void {
  requireSameType(target, dictionary);
  if (count === 0) return;
  if (target.layout === 'bits') gatherBits(target, bytesOf(dictionary.data), indices, from, count);
  else if (target.layout === 'fixed') gatherFixed(target, bytesOf(dictionary.data), indices, from, count, kernels);
  else if (dictionary.layout === 'bytes') gatherBytes(target, dictionary, indices, from, count, kernels);
}

function gatherBits(target: BitBuffer, bits: Uint8Array, indices: Int32Array, from: number, count: number): void {
  target.reserve(count);
  const { data, length } = target;
  for (let i = 0; i < count; i++) {
    const index = indices[from + i] as number;
    const bit = ((bits[index >> 3] as number) >>> (index & 7)) & 1;
    const to = length + i;
    const byte = Math.floor(to / 8);
    data[byte] = (data[byte] as number) | (bit << (to & 7));
  }
  target.length += count;
}

function gatherFixed(
  target: FixedBuffer,
  bytes: Uint8Array,
  indices: Int32Array,
  from: number,
  count: number,
  kernels: Kernels,
): void {
  target.reserve(count);
  const { width, length } = target;
  // FIXED_LEN_BYTE_ARRAY dictionaries may start anywhere in a page; words need alignment.
  if ((width === 4 || width === 8) && bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    if (width === 4) kernels.gather32(words, indices, from, count, target.words, length);
    else kernels.gather64(words, indices, from, count, target.words, length);
  } else {
    const source = viewOf(bytes);
    const to = viewOf(target.data);
    let p = length * width;
    for (let i = from, end = from + count; i < end; i++) {
      p = copyShort(source, (indices[i] as number) * width, to, p, width);
    }
  }
  target.length += count;
}

/** Two passes: sizes, which become the offsets, then bytes. */
function gatherBytes(
  target: BytesBuffer,
  dictionary: BytesValues,
  indices: Int32Array,
  from: number,
  count: number,
  kernels: Kernels,
): void {
  const { offsets: starts, data: source } = dictionary;
  let total = 0;
  for (let i = from, end = from + count; i < end; i++) {
    const index = indices[i] as number;
    total += (starts[index + 1] as number) - (starts[index] as number);
  }
  target.reserve(count, total);
  const { offsets, data, length } = target;
  const done = kernels.gatherBytes?.(starts, source, indices, from, count, offsets, length, data) ?? 0;
  const words = viewOf(source);
  const to = viewOf(data);
  // The last step of a value may reach beyond it: what it brings is written over next, or is slack.
  const safe = source.length - stepBytes;
  const tiny = areTiny(total, count);
  let at = offsets[length + done] as number;
  for (let i = done; i < count; i++) {
    const index = indices[from + i] as number;
    const start = starts[index] as number;
    const size = (starts[index + 1] as number) - start;
    if (size > longestInSteps) data.set(source.subarray(start, start + size), at);
    else if (start + size > safe) copyShort(words, start, to, at, size);
    else if (tiny) copyInWords(words, start, to, at, size);
    else copyInSteps(words, start, to, at, size);
    at += size;
    offsets[length + i + 1] = at;
  }
  target.length += count;
}

/** Copies `size` bytes by words and the rest one by one; gives the position after them. */
function copyShort(source: DataView, from: number, target: DataView, at: number, size: number): number {
  let s = from;
  let t = at;
  for (const last = from + size - 4; s <= last; s += 4, t += 4) target.setInt32(t, source.getInt32(s, true), true);
  for (const end = from + size; s < end; s++, t++) target.setUint8(t, source.getUint8(s));
  return t;
}
