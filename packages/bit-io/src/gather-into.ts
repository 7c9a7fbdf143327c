/** Appends dictionary entries to a column buffer by index. There is one loop per layout and width of the entries. */
import type {
  BitBuffer,
  BytesBuffer,
  BytesValues,
  ColumnBuffer,
  ColumnKernels,
  DirectValues,
  FixedBuffer,
} from '@marquetry/core';
import { bytesOf, slackBytes, viewOf } from '@marquetry/core';
import { requireSameType } from './append.js';
import { longestInSteps } from './copy-steps.js';

/**
 * Appends `dictionary[indices[i]]` for each `i` in `[from, from + count)`. The caller has checked that every index is
 * below the dictionary's length.
 * @throws ParquetError INVALID_ARGUMENT if the type or width of the buffer differs from that of the dictionary; LIMIT
 * if the buffer would exceed `limits.decodedBytes`.
 */
export function gatherInto(
  target: ColumnBuffer,
  dictionary: DirectValues,
  indices: Int32Array,
  from: number,
  count: number,
  kernels: ColumnKernels,
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
  kernels: ColumnKernels,
): void {
  target.reserve(count);
  const { width, length } = target;
  // FIXED_LEN_BYTE_ARRAY dictionaries may start at any byte of a page, but a word view needs alignment.
  if ((width === 4 || width === 8) && bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    if (width === 4) kernels.gather32(words, indices, from, count, target.words, length);
    else kernels.gather64(words, indices, from, count, target.words, length);
  } else {
    const source = viewOf(bytes);
    const to = viewOf(target.data);
    const last = width - 4;
    let at = length * width;
    if (last < 0) {
      for (let i = from; i < from + count; i++) at = copyShort(source, (indices[i] as number) * width, to, at, width);
    } else {
      // One pass per word of an entry. The last word may overlap the one before it.
      for (let word = 0; word < last; word += 4) gatherWord(source, word, indices, from, count, to, at + word, width);
      gatherWord(source, last, indices, from, count, to, at + last, width);
    }
  }
  target.length += count;
}

/** Copies the four bytes at `offset` in each entry to `at`, `at + width`, `at + 2 * width`, ... */
function gatherWord(
  source: DataView,
  offset: number,
  indices: Int32Array,
  from: number,
  count: number,
  target: DataView,
  at: number,
  width: number,
): void {
  let t = at;
  for (let i = from, end = from + count; i < end; i++) {
    target.setInt32(t, source.getInt32((indices[i] as number) * width + offset, true), true);
    t += width;
  }
}

/**
 * Copies byte arrays by index in two passes: the first sums their sizes into the offsets, the second copies the bytes.
 */
function gatherBytes(
  target: BytesBuffer,
  dictionary: BytesValues,
  indices: Int32Array,
  from: number,
  count: number,
  kernels: ColumnKernels,
): void {
  const { length } = target;
  target.reserve(count);
  if (kernels.gatherBytes !== undefined && makeRoomForLongest(target, dictionary, count)) {
    const { offsets, data } = target;
    if (
      kernels.gatherBytes(dictionary.offsets, dictionary.data, indices, from, count, offsets, length, data) === count
    ) {
      target.length += count;
      return;
    }
  }
  const { total, longest } = measure(target.offsets, length, dictionary.offsets, indices, from, count);
  target.reserve(count, total);
  const { offsets, data } = target;
  const done =
    kernels.gatherBytes?.(dictionary.offsets, dictionary.data, indices, from, count, offsets, length, data) ?? 0;
  copyEntries(dictionary, longest, indices, from + done, count - done, offsets, length + done, data);
  target.length += count;
}

/**
 * If room for `count` entries as long as the longest one takes more bytes than this, the sizes of the entries are
 * summed first, so that the buffer reserves exactly as many bytes as the entries need.
 */
const unmeasuredBytes = 2 ** 16;

/**
 * Returns true if the buffer has room for `count` entries that are all as long as the longest one, so that sizes need
 * not be summed first. If the entries have similar sizes, this function reserves that room; at most a third of it is
 * then unused.
 */
function makeRoomForLongest(target: BytesBuffer, dictionary: BytesValues, count: number): boolean {
  const entries = dictionary.length;
  if (2 * entries > count) return false;
  const starts = dictionary.offsets;
  let longest = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < entries; i++) {
    const size = (starts[i + 1] as number) - (starts[i] as number);
    if (size > longest) longest = size;
    if (size < shortest) shortest = size;
  }
  const most = longest * count;
  if ((target.offsets[target.length] as number) + most <= target.data.length - slackBytes) return true;
  if (2 * longest > 3 * shortest || most > unmeasuredBytes) return false;
  try {
    target.reserve(count, most);
    return true;
  } catch {
    // `most` assumes that every entry is as long as the longest. It may exceed a limit that the actual sizes do not
    // exceed.
    return false;
  }
}

/**
 * Writes the position at which each copied entry will end to `ends`, starting at `ends[at + 1]`. An end that exceeds
 * int32 wraps around, but `reserve` rejects such a total.
 */
function measure(
  ends: Int32Array,
  at: number,
  starts: Int32Array,
  indices: Int32Array,
  from: number,
  count: number,
): { readonly total: number; readonly longest: number } {
  let end = ends[at] as number;
  let total = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const index = indices[from + i] as number;
    const size = (starts[index + 1] as number) - (starts[index] as number);
    total += size;
    if (size > longest) longest = size;
    end = (end + size) | 0;
    ends[at + 1 + i] = end;
  }
  return { total, longest };
}

/**
 * Copies each entry to the position that `ends` gives. Entries of up to 32 bytes are all copied with the length of the
 * longest entry, rounded up to 4, 8, 16, 24 or 32 bytes, because a branch on the length of each entry would be
 * mispredicted.
 */
function copyEntries(
  { offsets: starts, data: source }: BytesValues,
  longest: number,
  indices: Int32Array,
  from: number,
  count: number,
  ends: Int32Array,
  at: number,
  target: Uint8Array,
): void {
  // Each copy consists of whole words, so it may also copy bytes that follow the entry. The next entry overwrites these
  // bytes; those of the last entry are in unused memory.
  const readable = Math.min(source.length + slackBytes, source.buffer.byteLength - source.byteOffset);
  const words = new DataView(source.buffer, source.byteOffset, readable);
  const to = viewOf(target);
  const safe = readable - (longest <= 16 ? 16 : Math.max(32, (longest + 7) & ~7));
  for (let i = 0; i < count; i++) {
    const start = starts[indices[from + i] as number] as number;
    const t = ends[at + i] as number;
    if (start > safe || longest > longestInSteps) {
      const size = (ends[at + i + 1] as number) - t;
      if (size > longestInSteps) target.set(source.subarray(start, start + size), t);
      else copyShort(words, start, to, t, size);
      continue;
    }
    to.setInt32(t, words.getInt32(start, true), true);
    if (longest <= 4) continue;
    to.setInt32(t + 4, words.getInt32(start + 4, true), true);
    if (longest <= 8) continue;
    to.setInt32(t + 8, words.getInt32(start + 8, true), true);
    to.setInt32(t + 12, words.getInt32(start + 12, true), true);
    if (longest <= 16) continue;
    to.setInt32(t + 16, words.getInt32(start + 16, true), true);
    to.setInt32(t + 20, words.getInt32(start + 20, true), true);
    if (longest <= 24) continue;
    to.setInt32(t + 24, words.getInt32(start + 24, true), true);
    to.setInt32(t + 28, words.getInt32(start + 28, true), true);
    const size = (ends[at + i + 1] as number) - t;
    for (let k = 32; k < size; k += 8) {
      to.setInt32(t + k, words.getInt32(start + k, true), true);
      to.setInt32(t + k + 4, words.getInt32(start + k + 4, true), true);
    }
  }
}

/** Copies `size` bytes: whole words first, then the remaining bytes one by one. Returns the position after them. */
function copyShort(source: DataView, from: number, target: DataView, at: number, size: number): number {
  let s = from;
  let t = at;
  for (const last = from + size - 4; s <= last; s += 4, t += 4) target.setInt32(t, source.getInt32(s, true), true);
  for (const end = from + size; s < end; s++, t++) target.setUint8(t, source.getUint8(s));
  return t;
}
