/**
 * The RLE / bit-packing hybrid: a sequence of runs (Encodings.md#RLE).
 *
 *   run     varint header; its lowest bit is the kind of run
 *     0     header >> 1 repeats of one value of ceil(width / 8) bytes, little endian
 *     1     header >> 1 groups of 8 values of `width` bits, least significant bit first
 *
 *   14 07                      header 0x14 = 10 << 1       10 times 7
 *   03 88 c6 fa                header 0x03 = 1 << 1 | 1    one group of width 3: 0 1 2 3 4 5 6 7
 *
 * Neither the number of runs nor the total number of values is stored. Writers differ, and the reader accepts:
 * - a last run with more values than needed: the surplus is not read;
 * - a last packed run that is truncated: it has the values whose bits are all present;
 * - runs without values: they are skipped;
 * - no runs at width 0, where every value is 0.
 */
import { type ByteCursor, readVarint32 } from '@marquetry/bit-io';
import { ParquetError, viewOf } from '@marquetry/core';

/** A read position in a sequence of runs. */
export interface RunCursor extends ByteCursor {
  readonly bytes: Uint8Array;
  /** Bits per value, 0 to 32. */
  readonly width: number;
  /** The position of the next run's header. */
  position: number;
  /** Number of values of the current run that have not been read yet. */
  left: number;
  /** The value that the current run repeats, as an int32. In a packed run, it has no meaning. */
  value: number;
  /** The position of the first group of the current packed run; -1 in a repeated run. */
  packedAt: number;
  /** Number of values that have been read from the current packed run. */
  taken: number;
}

/**
 * A read position in a sequence of runs, with a DataView for reading several bytes at once. `readRuns`, `runsToBitmap`
 * and {@link skipRuns} advance it.
 */
export interface RunReader extends RunCursor {
  /** A DataView of `bytes`. */
  readonly view: DataView;
}

/**
 * Creates a reader of the runs in `bytes[position, end)`.
 * @param width Bits per value, 0 to 32.
 * @throws ParquetError CORRUPT if the width is not between 0 and 32.
 */
export function createRunReader(bytes: Uint8Array, position: number, end: number, width: number): RunReader {
  if (!(width >= 0 && width <= 32)) {
    throw new ParquetError('CORRUPT', `the bit width of runs must be 0 to 32, got ${width}`, { offset: position });
  }
  const view = viewOf(bytes);
  return { bytes, view, position, end, width, left: 0, value: 0, packedAt: -1, taken: 0 };
}

/**
 * Reads the header of the next run, and the value of a repeated run. Afterwards, `left` may be 0, because a run may
 * have no values.
 * @throws ParquetError TRUNCATED if there is no next run or it is incomplete; CORRUPT if its header has more than 32
 * bits, or its value more bits than the width.
 */
export function beginRun(reader: RunCursor): void {
  const { bytes, end, width } = reader;
  const start = reader.position;
  if (start >= end) throw new ParquetError('TRUNCATED', 'runs end before all values are read', { offset: start });
  // Nearly all headers have one byte.
  let header = bytes[start] as number;
  if (header < 0x80) reader.position = start + 1;
  else header = readVarint32(bytes, reader);
  const length = header >>> 1;
  const { position } = reader;
  const room = end - position;
  if ((header & 1) === 1) {
    const byteLength = length * width;
    reader.packedAt = position;
    reader.taken = 0;
    reader.position = byteLength <= room ? position + byteLength : end;
    reader.left = byteLength <= room ? 8 * length : Math.floor((8 * room) / width);
    return;
  }
  const valueBytes = (width + 7) >> 3;
  if (valueBytes > room) {
    throw new ParquetError('TRUNCATED', 'the repeated value of a run is truncated', { offset: start });
  }
  reader.packedAt = -1;
  reader.left = length;
  reader.position = position + valueBytes;
  reader.value = runValue(bytes, position, valueBytes);
  if (width < 32 && reader.value >>> width !== 0) {
    throw new ParquetError('CORRUPT', `a run repeats ${reader.value >>> 0}, which has more than ${width} bits`, {
      offset: start,
    });
  }
}

function runValue(bytes: Uint8Array, position: number, byteLength: number): number {
  let value = 0;
  for (let k = 0; k < byteLength; k++) value |= (bytes[position + k] as number) << (8 * k);
  return value;
}

/**
 * Checks that the next `count` values exist, without decoding packed values, so that the caller can safely allocate
 * memory for them. Returns the position after the last run that contains any of them. Does not advance the reader.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed.
 */
export function checkRuns(reader: RunCursor, count: number): number {
  const ahead = { ...reader };
  skipRuns(ahead, count);
  return ahead.position;
}

/**
 * Skips `count` values.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed.
 */
export function skipRuns(reader: RunCursor, count: number): void {
  if (reader.width === 0) return;
  let rest = count;
  while (rest > 0) {
    if (reader.left === 0) {
      rest = skipShortRuns(reader, rest);
      if (rest > 0) beginRun(reader);
      continue;
    }
    const n = Math.min(rest, reader.left);
    reader.left -= n;
    reader.taken += n;
    rest -= n;
  }
}

/**
 * Skips whole runs with one-byte headers. Stops before a longer header, a malformed run, or a run with more values than
 * are left to skip. Returns how many values are left to skip.
 */
function skipShortRuns(reader: RunCursor, count: number): number {
  const { bytes, end, width } = reader;
  const valueBytes = (width + 7) >> 3;
  const topBits = width - 8 * (valueBytes - 1);
  let p = reader.position;
  let rest = count;
  while (rest > 0 && p < end) {
    const header = bytes[p] as number;
    const length = header >>> 1;
    if (header >= 0x80) break;
    const packed = (header & 1) === 1;
    const values = packed ? 8 * length : length;
    const next = p + 1 + (packed ? length * width : valueBytes);
    if (values > rest || next > end || (!packed && (bytes[next - 1] as number) >>> topBits !== 0)) break;
    rest -= values;
    p = next;
  }
  reader.position = p;
  return rest;
}

/**
 * If the first `count` values in `bytes[position, end)` are all equal and all in repeated runs, returns their value;
 * otherwise returns undefined. This takes less time than creating a reader, and is sufficient for most pages without
 * nulls.
 * @param width Bits per value, 0 to 32.
 * @throws ParquetError TRUNCATED if the runs contain fewer values, CORRUPT if a run is malformed.
 */
export function repeatedValue(
  bytes: Uint8Array,
  position: number,
  end: number,
  width: number,
  count: number,
): number | undefined {
  if (width === 0) return 0;
  const ahead: RunCursor = { bytes, position, end, width, left: 0, value: 0, packedAt: -1, taken: 0 };
  let value: number | undefined;
  for (let rest = count; rest > 0; rest -= ahead.left, ahead.left = 0) {
    while (ahead.left === 0) beginRun(ahead);
    if (ahead.packedAt >= 0 || (value !== undefined && value !== ahead.value)) return undefined;
    value = ahead.value;
  }
  return value;
}
