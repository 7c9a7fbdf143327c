/** Decodes runs of levels to one byte per slot. */
import { type Kernels, ParquetError, viewOf } from '@marquetry/core';
import { beginRun, type RunReader } from '@marquetry/rle';
import { spreadBytes, unpackLevels } from './unpack-levels.js';

/** For at least this many levels, a kernel that reads runs is faster than the JavaScript code for short runs. */
const manyLevels = 256;

/**
 * Fills `levels` from the runs. The width is 1 to 8.
 * @throws ParquetError TRUNCATED or CORRUPT if the runs contain too few levels; CORRUPT for a level above the maximum.
 */
export function runsToLevels(
  reader: RunReader,
  levels: Uint8Array,
  maxLevel: number,
  { readLevels }: Pick<Kernels, 'readLevels'> = {},
): void {
  const { bytes, view, width, end } = reader;
  const target = viewOf(levels);
  let i = 0;
  while (i < levels.length) {
    const left = levels.length - i;
    if (readLevels !== undefined && left >= manyLevels) {
      i += readLevels(bytes, reader, end, width, levels, i, left, maxLevel);
    } else i = shortRunsToLevels(reader, target, i, maxLevel);
    if (i === levels.length) return;
    beginRun(reader);
    const n = Math.min(levels.length - i, reader.left);
    reader.left = 0;
    if (reader.packedAt < 0) {
      if (reader.value > maxLevel) throw aboveMaximum(reader.value, maxLevel, reader.position);
      levels.fill(reader.value, i, i + n);
    } else if (!unpackLevels(bytes, view, reader.packedAt, width, levels, target, i, n, maxLevel)) {
      throw new ParquetError('CORRUPT', `a level is above the maximum ${maxLevel}`, { offset: reader.packedAt });
    }
    i += n;
  }
}

export function aboveMaximum(level: number, maxLevel: number, offset: number): ParquetError {
  return new ParquetError('CORRUPT', `level ${level} is above the maximum ${maxLevel}`, { offset });
}

/**
 * Reads runs with a header of one byte, until a run is invalid or does not fit in `target`. Returns the slot after the
 * last run that was read. Each run is stored in whole words, which may extend beyond the run; the next run overwrites
 * the excess:
 *
 *   run 1    ##########======
 *   run 2              ##########======        # levels of the run, = excess
 */
function shortRunsToLevels(reader: RunReader, target: DataView, from: number, maxLevel: number): number {
  const { view, width } = reader;
  const offset = (4 * width) >> 3;
  const shift = (4 * width) & 7;
  const bias = (127 - Math.min(maxLevel, 127)) * 0x01010101;
  const full = maxLevel === (1 << width) - 1;
  const end = target.byteLength;
  // The last position at which a header and two loads do not read past the end.
  const last = reader.end - 5 - offset;
  let p = reader.position;
  let i = from;
  while (p <= last) {
    const header = view.getUint8(p);
    const length = header >>> 1;
    if ((header & 1) === 0) {
      const level = view.getUint8(p + 1);
      if (header >= 0x80 || length + 16 > end - i || level > maxLevel) break;
      const word = Math.imul(level, 0x01010101);
      const next = i + length;
      do {
        target.setInt32(i, word, true);
        target.setInt32(i + 4, word, true);
        target.setInt32(i + 8, word, true);
        target.setInt32(i + 12, word, true);
        i += 16;
      } while (i < next);
      i = next;
      p += 2;
    } else {
      const next = p + 1 + length * width;
      if (header >= 0x80 || 8 * length > end - i || next > last || (width === 8 && !full)) break;
      let tops = 0;
      let slot = i;
      for (let at = p + 1; at < next; at += width) {
        const a = spreadBytes(view.getInt32(at, true), width);
        const b = spreadBytes(view.getInt32(at + offset, true) >>> shift, width);
        tops |= (a + bias) | (b + bias);
        target.setInt32(slot, a, true);
        target.setInt32(slot + 4, b, true);
        slot += 8;
      }
      if (!full && (tops & 0x80808080) !== 0) break;
      i = slot;
      p = next;
    }
  }
  reader.position = p;
  return i;
}
