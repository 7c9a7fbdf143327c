/** Reads integers from runs of the RLE / bit-packing hybrid. */
import { bitsAt } from '@marquetry/bit-io';
import type { ColumnKernels } from '@marquetry/core';
import { beginRun, type RunReader } from './runs.js';

/** Packed runs of at most this many groups are unpacked in JavaScript, because calling a kernel would not be faster. */
const shortGroups = 8;

/** Minimum number of values for which a kernel that reads runs is faster than JavaScript. */
const manyValues = 256;

/**
 * Reads the next `count` values into `target`, starting at `target[from]`. At width 32, values of 2^31 or more become
 * negative.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed.
 */
export function readRuns(
  reader: RunReader,
  target: Int32Array,
  from: number,
  count: number,
  kernels: ColumnKernels,
): void {
  const { bytes, width } = reader;
  const end = from + count;
  if (width === 0) {
    target.fill(0, from, end);
    return;
  }
  let i = from;
  while (i < end) {
    if (reader.left === 0) {
      const { readRuns } = kernels;
      if (readRuns !== undefined && width <= 25 && end - i >= manyValues) {
        i += readRuns(bytes, reader, reader.end, width, target, i, end - i);
      } else if (width <= 25) i = readShortRuns(reader, target, i, end);
      if (i < end) beginRun(reader);
      continue;
    }
    let n = Math.min(end - i, reader.left);
    if (reader.packedAt < 0) {
      target.fill(reader.value, i, i + n);
    } else {
      const within = reader.taken & 7;
      const group = reader.packedAt + ((reader.taken - within) / 8) * width;
      if (within === 0) {
        kernels.unpack(bytes, group, width, target, i, n, reader.view);
      } else {
        // Finish a group that was partly read before, because kernels can start only at byte boundaries.
        n = Math.min(n, 8 - within);
        for (let k = 0; k < n; k++) target[i + k] = bitsAt(bytes, group, (within + k) * width, width);
      }
      reader.taken += n;
    }
    reader.left -= n;
    i += n;
  }
}

/**
 * Reads whole runs with one-byte headers while they fit in `target`, and returns the index after the last value. In
 * mixed data, most runs have 8 to 24 values, so the overhead per run outweighs the work per value. This loop therefore
 * checks only the header of a run, and whether the run fits. It leaves all other runs to {@link beginRun}: long runs,
 * runs at the end of the bytes, and values with more bits than the width.
 */
function readShortRuns(reader: RunReader, target: Int32Array, from: number, end: number): number {
  const { view, width } = reader;
  const mask = (1 << width) - 1;
  const valueBytes = (width + 7) >> 3;
  const valueMask = valueBytes === 4 ? -1 : (1 << (8 * valueBytes)) - 1;
  const o1 = width >> 3;
  const o2 = (2 * width) >> 3;
  const o3 = (3 * width) >> 3;
  const o4 = (4 * width) >> 3;
  const o5 = (5 * width) >> 3;
  const o6 = (6 * width) >> 3;
  const o7 = (7 * width) >> 3;
  const s1 = width & 7;
  const s2 = (2 * width) & 7;
  const s3 = (3 * width) & 7;
  const s4 = (4 * width) & 7;
  const s5 = (5 * width) & 7;
  const s6 = (6 * width) & 7;
  const s7 = (7 * width) & 7;
  // The last position at which a 1-byte header and the 4-byte load after it are within the reader's range.
  const last = reader.end - 5;
  let p = reader.position;
  let i = from;
  while (p <= last) {
    const header = view.getUint8(p);
    const length = header >>> 1;
    if (header >= 0x80) break;
    if ((header & 1) === 1) {
      const next = p + 1 + length * width;
      if (length > shortGroups || 8 * length > end - i || next > last) break;
      for (p++; p < next; p += width) {
        target[i] = view.getInt32(p, true) & mask;
        target[i + 1] = (view.getInt32(p + o1, true) >>> s1) & mask;
        target[i + 2] = (view.getInt32(p + o2, true) >>> s2) & mask;
        target[i + 3] = (view.getInt32(p + o3, true) >>> s3) & mask;
        target[i + 4] = (view.getInt32(p + o4, true) >>> s4) & mask;
        target[i + 5] = (view.getInt32(p + o5, true) >>> s5) & mask;
        target[i + 6] = (view.getInt32(p + o6, true) >>> s6) & mask;
        target[i + 7] = (view.getInt32(p + o7, true) >>> s7) & mask;
        i += 8;
      }
    } else {
      const value = view.getInt32(p + 1, true) & valueMask;
      // The run is written in steps of eight values, so there must be room for up to seven more. The next run
      // overwrites them.
      if (length + 7 > end - i || (value & ~mask) !== 0) break;
      const next = i + length;
      for (; i < next; i += 8) {
        target[i] = value;
        target[i + 1] = value;
        target[i + 2] = value;
        target[i + 3] = value;
        target[i + 4] = value;
        target[i + 5] = value;
        target[i + 6] = value;
        target[i + 7] = value;
      }
      i = next;
      p += 1 + valueBytes;
    }
  }
  reader.position = p;
  return i;
}
