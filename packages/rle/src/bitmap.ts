/**
 * Writes runs of 1-bit values to a bitmap. Packed groups have the same layout as the bitmap, but must be shifted if
 * they do not start at one of its byte boundaries.
 */

import { copyBits, countBits, fillBits } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import { beginRun, type RunReader } from './runs.js';

/**
 * Reads the next `count` values from a reader of 1-bit values, and writes them to `bits`, starting at bit `from`.
 * Before the call, the bits of this range must be 0. Returns how many of the values are 1.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed. In both cases, some
 * bits may have been written.
 */
export function runsToBitmap(reader: RunReader, bits: Uint8Array, from: number, count: number): number {
  const { bytes } = reader;
  const end = from + count;
  let i = from;
  while (i < end) {
    if (reader.left === 0) {
      // For fewer values, creating a DataView takes more time than it saves. The call never reaches `end`, so another
      // run must begin after it.
      if (end - i >= 512) i = shortRunsToBitmap(reader, bits, i, end);
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
 * Reads whole runs while they fit in `bits`: packed runs with a one-byte header, and repeated runs with a header of one
 * or two bytes. Returns the index of the bit after the last run. `end - from` must be at least 512.
 *
 * If nulls are scattered, a run has only about a dozen values, and branches that depend on its length would take most
 * of the time. Each run is therefore written as at least two words, which may extend beyond its end. The next run
 * overwrites the excess:
 *
 *   run 1    ################================
 *   run 2                    ##########======================        # bits of the run, = excess
 */
function shortRunsToBitmap(reader: RunReader, bits: Uint8Array, from: number, end: number): number {
  const { view } = reader;
  const target = viewOf(bits);
  // The words of a run extend up to 8 bytes beyond the byte in which the run ends. `| 0` makes this number and `t`
  // integers for V8, which otherwise stores results of `Math.floor` as doubles: the loop would take 1.4 times as long.
  const lastByte = (Math.floor(end / 8) | 0) - 9;
  // Packed groups are loaded 8 bytes at a time, so a load may include bytes after the run.
  const last = reader.end - 8;
  let p = reader.position;
  let t = Math.floor(from / 8) | 0;
  let shift = from & 7;
  // The loop stops before a run that ends after `lastByte`, so no run starts after that byte.
  while (p <= last) {
    const header = view.getUint8(p);
    // The bits that earlier runs wrote to the byte in which this run starts.
    const before = target.getUint8(t) & ((1 << shift) - 1);
    let length = header >>> 1;
    if ((header & 1) === 0) {
      let value = view.getUint8(p + 1);
      let next = p + 2;
      if (header >= 0x80) {
        if (value >= 0x80) break;
        length = (value << 6) | (length & 0x3f);
        value = view.getUint8(next++);
      }
      const reach = shift + length;
      const to = t + (reach >> 3);
      if (value > 1 || to > lastByte) break;
      target.setInt32(t, before | (-value << shift), true);
      do {
        t += 4;
        target.setInt32(t, -value, true);
      } while (t + 4 <= to);
      shift = reach & 7;
      t = to;
      p = next;
    } else {
      const next = p + 1 + length;
      const to = t + length;
      if (header >= 0x80 || next > last || to > lastByte) break;
      let above = before;
      let at = p + 1;
      do {
        const low = view.getInt32(at, true);
        const high = view.getInt32(at + 4, true);
        target.setInt32(t, above | (low << shift), true);
        // A shift by 32 would shift by 0, so this shift is split in two.
        target.setInt32(t + 4, ((low >>> 1) >>> (31 - shift)) | (high << shift), true);
        above = (high >>> 1) >>> (31 - shift);
        at += 8;
        t += 8;
      } while (at <= next);
      t = to;
      p = next;
    }
  }
  // The rest of the range must be 0.
  bits[t] = (bits[t] as number) & ((1 << shift) - 1);
  bits.fill(0, t + 1, t + 9);
  reader.position = p;
  return 8 * t + shift;
}
