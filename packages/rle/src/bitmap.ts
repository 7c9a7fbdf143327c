/**
 * Writes runs of width 1 to a bitmap. Packed groups are already bitmap bytes; they are shifted if they do not start
 * at a byte of the bitmap.
 */

import { copyBits, countBits, fillBits } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import { beginRun, type RunReader } from './runs.js';

/**
 * Writes the next `count` values of a reader of width 1 to `bits`, from bit `from` on; the bits of the range must be
 * 0. Returns how many are 1.
 * @throws ParquetError TRUNCATED or CORRUPT if the runs hold fewer values; some bits are written by then.
 */
export function runsToBitmap(reader: RunReader, bits: Uint8Array, from: number, count: number): number {
  const { bytes } = reader;
  const end = from + count;
  // Below about 500 values, creating a DataView takes longer than it saves.
  const target = count < 512 ? undefined : viewOf(bits);
  let i = from;
  while (i < end) {
    if (reader.left === 0) {
      // The loop must stop before `end`.
      if (target !== undefined) i = shortRunsToBitmap(reader, bits, target, i, end);
      beginRun(reader);
      continue;
    }
    const n = Math.min(end - i, reader.left);
    if (reader.packedAt >= 0) {
      copyBits(bytes, 8 * reader.packedAt + reader.taken, bits, i, n);
      reader.taken += n;
    } else if (reader.value === 1) {
      fillBits(bits, i, n);
    }
    reader.left -= n;
    i += n;
  }
  return countBits(bits, from, end);
}

/**
 * Reads whole runs while they fit: packed runs with a header of one byte, repeated runs with one or two. Returns the bit
 * after the last. `target` covers the same memory as `bits`.
 *
 * With scattered nulls, a run has about a dozen values, so branches per run would take most of the time. Each run is therefore
 * stored as whole words that may be too long, and the next run overwrites the excess:
 *
 *   run 1    ##########========
 *   run 2              ##########========        # bits of the run, = excess
 */
function shortRunsToBitmap(reader: RunReader, bits: Uint8Array, target: DataView, from: number, end: number): number {
  const { bytes, view } = reader;
  // A repeated run is written as words of 8 bytes, which may extend up to 8 bytes beyond the last byte of the run. Four
  // packed groups are loaded and stored as 4 bytes, and their shifted bits reach into a fifth byte.
  const lastByte = Math.floor(end / 8) - 9;
  const last = reader.end - 5;
  let p = reader.position;
  let t = Math.floor(from / 8);
  if (t > lastByte) return from;
  let shift = from & 7;
  // The bits of byte `t` below `shift`, which were written before this call.
  let carry = (bits[t] as number) & ((1 << shift) - 1);
  let written = t;
  // No accepted run ends after `lastByte`, so no run starts there.
  while (p <= last) {
    const header = bytes[p] as number;
    if ((header & 1) === 0) {
      let length = header >>> 1;
      let valueAt = p + 1;
      if (header >= 0x80) {
        const second = bytes[valueAt++] as number;
        if (second >= 0x80) break;
        length = (second << 6) | (length & 0x3f);
      }
      const value = bytes[valueAt] as number;
      const reach = shift + length;
      const next = t + (reach >> 3);
      if (value > 1 || next > lastByte) break;
      const fill = -value;
      target.setInt32(t, carry | (fill << shift), true);
      written = t + 4;
      do {
        target.setInt32(written, fill, true);
        written += 4;
      } while (written <= next);
      // A mask for the bits of the last byte before the end of the run. It includes the bits of `carry` only if the run
      // ends in the byte in which it starts.
      carry = (reach < 8 ? carry | (fill << shift) : fill) & ((1 << (reach & 7)) - 1);
      t = next;
      shift = reach & 7;
      p = valueAt + 1;
    } else {
      const length = header >>> 1;
      if (header >= 0x80 || p + 1 + length > last || t + length > lastByte) break;
      p++;
      for (let groups = length; groups > 0; groups -= 4) {
        const word = view.getInt32(p, true);
        const n = Math.min(groups, 4);
        target.setInt32(t, carry | (word << shift), true);
        // The bits of the last group that the shift moves into the next byte.
        carry = ((word >>> (8 * n - 8)) & 0xff) >>> (8 - shift);
        p += n;
        t += n;
      }
      if (t + 4 > written) written = t + 4;
    }
  }
  // Excess bits are within the range, and the rest of the range must be 0.
  bits.fill(0, t, written);
  bits[t] = carry;
  reader.position = p;
  return 8 * t + shift;
}
