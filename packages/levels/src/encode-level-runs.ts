/**
 * Encodes levels of at most 4 bits as runs. Writes the same bytes as `encodeRuns` from `@marquetry/rle`, but is faster,
 * because it packs four levels at a time:
 *
 *   bytes of four levels   000000dd 000000cc 000000bb 000000aa
 *   two joined             000000dd 0000ddcc 0000ccbb 0000bbaa     word | word >>> (8 - width)
 *   four joined                              00000000 ddccbbaa     the lower half | the upper half, shifted down
 */

import { writeVarint32 } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import { runsBound } from '@marquetry/rle';

/** Maximum number of bits per level, so that eight levels fit in a 32-bit word. */
export const widestLevel = 4;

/** Maximum number of groups of eight levels in a packed run, so that the run's header takes one byte. */
const maxGroups = 63;

/**
 * Encodes `levels` as runs. The result starts with `headSize` bytes for the caller to fill, followed by the runs.
 * @param width Bits per level, 1 to {@link widestLevel}. All levels must be below `2 ** width`.
 */
export function encodeLevelRuns(levels: Uint8Array, width: number, headSize: number): Uint8Array {
  const { length } = levels;
  // Each group is written as whole words. These may be up to three bytes longer than the group, so reserve 4 bytes
  // more.
  const bytes = new Uint8Array(headSize + runsBound(length, width) + 4);
  const target = new DataView(bytes.buffer);
  const source = viewOf(levels);
  let headerAt = -1;
  let p = headSize;
  let i = 0;
  while (i < length) {
    const isWhole = i + 8 <= length;
    const first = isWhole ? source.getInt32(i, true) : wordAt(levels, i);
    const second = isWhole ? source.getInt32(i + 4, true) : wordAt(levels, i + 4);
    if (isWhole && first === second && first === ((first >>> 8) | (first << 24))) {
      if (headerAt >= 0) bytes[headerAt] = headerOf(p - headerAt - 1, width);
      headerAt = -1;
      const end = endOfRun(levels, source, i + 8, first);
      p = writeVarint32(bytes, p, (end - i) << 1);
      bytes[p++] = first;
      i = end;
      continue;
    }
    if (headerAt < 0) headerAt = p++;
    target.setInt32(p, packFour(first, width) | (packFour(second, width) << (4 * width)), true);
    p += width;
    i += 8;
    if (p - headerAt > maxGroups * width) {
      bytes[headerAt] = headerOf(p - headerAt - 1, width);
      headerAt = -1;
    }
  }
  if (headerAt >= 0) bytes[headerAt] = headerOf(p - headerAt - 1, width);
  return bytes.slice(0, p);
}

/** Returns the header of a packed run. */
function headerOf(byteLength: number, width: number): number {
  return ((byteLength / width) << 1) | 1;
}

/** Packs four levels of one byte each into `4 * width` bits. */
function packFour(word: number, width: number): number {
  const twice = 2 * width;
  const mask = (1 << twice) - 1;
  const joined = word | (word >>> (8 - width));
  return (joined & mask) | (((joined >>> 16) & mask) << twice);
}

/** Returns the four levels that start at index `at` as a word. Levels after the last one are 0. */
function wordAt(levels: Uint8Array, at: number): number {
  let word = 0;
  for (let k = 0; k < 4; k++) word |= (levels[at + k] ?? 0) << (8 * k);
  return word;
}

/**
 * `word` contains the same level four times. Returns the index of the first level from `at` on that differs from it.
 */
function endOfRun(levels: Uint8Array, source: DataView, at: number, word: number): number {
  let i = at;
  while (i + 4 <= levels.length && source.getInt32(i, true) === word) i += 4;
  while (i < levels.length && levels[i] === (word & 0xff)) i++;
  return i;
}
