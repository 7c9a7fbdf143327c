/**
 * Encodes levels of at most 4 bits as runs, exactly like `encodeRuns`, but eight levels at a time straight from their bytes.
 *
 *   bytes of four levels   000000dd 000000cc 000000bb 000000aa
 *   two joined             000000dd 0000ddcc 0000ccbb 0000bbaa     word | word >>> (8 - width)
 *   four joined                              00000000 ddccbbaa     the lower half | the upper half, shifted down
 */

import { writeVarint32 } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import { runsBound } from '@marquetry/rle';

/** The most bits per level that this encoder supports: eight such levels fit a word. */
export const widestLevel = 4;

/** The most groups of eight levels in a packed run whose header is one byte. */
const maxGroups = 63;

/**
 * Encodes `levels` as runs, which start `headSize` bytes after the start of the result.
 * @param width Bits per level, 1 to {@link widestLevel}; every level fits.
 */
export function encodeLevelRuns(levels: Uint8Array, width: number, headSize: number): Uint8Array {
  const { length } = levels;
  // Each group is written as whole words, which may exceed its size by up to three bytes.
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

/** Returns four levels from `at` on, with 0 beyond the last. */
function wordAt(levels: Uint8Array, at: number): number {
  let word = 0;
  for (let k = 0; k < 4; k++) word |= (levels[at + k] ?? 0) << (8 * k);
  return word;
}

/** Returns the first level from `at` on that differs from the four equal levels of `word`. */
function endOfRun(levels: Uint8Array, source: DataView, at: number, word: number): number {
  let i = at;
  while (i + 4 <= levels.length && source.getInt32(i, true) === word) i += 4;
  while (i < levels.length && levels[i] === (word & 0xff)) i++;
  return i;
}
