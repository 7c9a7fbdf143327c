/**
 * Writes runs of width 1 to a bitmap. Packed groups are already bitmap bytes; they are shifted if they do not start at
 * a byte boundary of the bitmap.
 */

import { copyBits, countBits, fillBits } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import { beginRun, type RunReader } from './runs.js';

/**
 * Reads the next `count` values from a reader of width 1, and writes them to `bits`, starting at bit `from`. Before the
 * call, the bits of this range must be 0. Returns how many of the values are 1.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed. In both cases, some
 * bits may have been written.
 */
export function runsToBitmap(reader: RunReader, bits: Uint8Array, from: number, count: number): number {
  const { bytes } = reader;
  const end = from + count;
  // For fewer than about 500 values, creating a DataView takes more time than it saves.
  const target = count < 512 ? undefined : viewOf(bits);
  let i = from;
  while (i < end) {
    if (reader.left === 0) {
      // This call always stops before `end`, so at least one more run is needed.
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
 * Reads whole runs while they fit in `bits`: packed runs with a header of one byte, and repeated runs with a header of
 * one or two bytes. Returns the index of the bit after the last run. `target` is a view of the same memory as `bits`.
 *
 * If nulls are scattered, a run has only about a dozen values, and branches that depend on its length would take most
 * of the time. Each run is therefore written as whole words, which may extend beyond its end. The next run overwrites
 * the excess:
 *
 *   run 1    ##########========
 *   run 2              ##########========        # bits of the run, = excess
 */
function shortRunsToBitmap(reader: RunReader, bits: Uint8Array, target: DataView, from: number, end: number): number {
  const { bytes, view } = reader;
  // A repeated run is written as at least two words of 4 bytes, which may extend up to 8 bytes beyond the last byte of
  // the run. Four packed groups are loaded and stored as 4 bytes, and their shifted bits extend into a fifth byte.
  const lastByte = Math.floor(end / 8) - 9;
  const last = reader.end - 5;
  let p = reader.position;
  let t = Math.floor(from / 8);
  if (t > lastByte) return from;
  let shift = from & 7;
  // The lowest `shift` bits of byte `t`, which were written before this call.
  let carry = (bits[t] as number) & ((1 << shift) - 1);
  let written = t;
  // The loop accepts no run that ends after `lastByte`, so no run starts after it.
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
      // Keep the bits of the last byte up to the end of the run. They include the earlier `carry` only if the run ends
      // in the byte in which it starts.
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
        // Keep the bits of the last group that the shift moves into the next byte.
        carry = ((word >>> (8 * n - 8)) & 0xff) >>> (8 - shift);
        p += n;
        t += n;
      }
      if (t + 4 > written) written = t + 4;
    }
  }
  // Clear the excess bits: bits of the range that have not been written yet must be 0.
  bits.fill(0, t, written);
  bits[t] = carry;
  reader.position = p;
  return 8 * t + shift;
}
