/**
 * The RLE / bit-packing hybrid: a sequence of runs (Encodings.md#RLE).
 *
 *   run     varint header, then by its lowest bit
 *     0     header >> 1 repeats of one value of ceil(width / 8) bytes, little endian
 *     1     header >> 1 groups of 8 values of `width` bits, least significant bit first
 *
 * Runs know neither their total nor their end. What writers do, and what is made of it here:
 * - the last run may hold more values than are asked for: the surplus stays unread;
 * - the last packed run may be cut short: its values count as far as all their bits are there;
 * - runs of no values are skipped;
 * - at width 0 every value is 0, and there may be no runs at all.
 */
import { type ByteCursor, readVarint32 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';

/** A place in a sequence of runs. */
export interface RunCursor extends ByteCursor {
  readonly bytes: Uint8Array;
  /** Bits of a value, 0 to 32. */
  readonly width: number;
  /** Of the next run's header. */
  position: number;
  /** Values left of the run that was begun. */
  left: number;
  /** What that run repeats, as an int32; meaningless in a packed run. */
  value: number;
  /** Where its groups start; -1 when it repeats. */
  packedAt: number;
  /** Values taken from those groups. */
  taken: number;
}

/** A place, and what values are loaded with: what {@link readRuns} and its like take and advance. */
export interface RunReader extends RunCursor {
  /** The same bytes, for wide loads. */
  readonly view: DataView;
}

/**
 * A reader of the runs in `bytes[position, end)`.
 * @param width Bits of a value.
 * @throws ParquetError CORRUPT when the width is above 32.
 */
export function createRunReader(bytes: Uint8Array, position: number, end: number, width: number): RunReader {
  if (!(width >= 0 && width <= 32)) {
    throw new ParquetError('CORRUPT', `runs of ${width} bits a value; at most 32 are possible`, { offset: position });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes, view, position, end, width, left: 0, value: 0, packedAt: -1, taken: 0 };
}

/**
 * Begins the next run. `left` may be 0 after it: not every run holds values.
 * @throws ParquetError TRUNCATED when there is none; CORRUPT when its value does not fit the width.
 */
export function beginRun(reader: RunCursor): void {
  const { bytes, end, width } = reader;
  const start = reader.position;
  if (start >= end) throw new ParquetError('TRUNCATED', 'runs end before all values are read', { offset: start });
  // Nearly all headers are one byte.
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
  if (valueBytes > room) throw new ParquetError('TRUNCATED', 'bytes end within the value of a run', { offset: start });
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
 * Makes sure that the next `count` values are there, from the runs' headers alone, so that memory may be taken for
 * them. Advances nothing. Returns the position after the last run that is needed.
 * @throws ParquetError TRUNCATED or CORRUPT when they are not.
 */
export function checkRuns(reader: RunCursor, count: number): number {
  const ahead = { ...reader };
  skipRuns(ahead, count);
  return ahead.position;
}

/**
 * Skips `count` values.
 * @throws ParquetError TRUNCATED or CORRUPT when there are fewer.
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

/** Skips whole runs with headers of one byte, as long as nothing is wrong with them; returns the values left. */
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
 * The value of the first `count` values in `bytes[position, end)` when runs repeat the same one throughout; undefined when
 * they do not, or a run is packed. O(runs), and cheaper than a reader: so most pages without nulls need none.
 * @param width Bits of a value, 0 to 32.
 * @throws ParquetError TRUNCATED or CORRUPT when the values are not there.
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
