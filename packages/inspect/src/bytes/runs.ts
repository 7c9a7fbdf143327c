/**
 * Explains the RLE / bit-packing hybrid: levels, dictionary indices and BOOLEAN values (Encodings.md#RLE).
 *
 *   run     varint header; its lowest bit is the kind of run
 *     0     header >> 1 repeats of one value of ceil(width / 8) bytes
 *     1     header >> 1 groups of 8 values of `width` bits
 */
import { type ByteCursor, readVarint32 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import { readBits } from './bits.js';
import type { ByteFieldKind } from './byte-field.js';
import type { FieldList, Words } from './field-list.js';
import { counted } from './texts.js';

/** Describes the values that are stored as runs. */
export interface RunValues {
  /** Bits per value, 0 to 32. */
  readonly width: number;
  readonly count: number;
  readonly kind: ByteFieldKind;
  /** The word for one value, such as `level`. */
  readonly one: string;
  /** The word for several values, such as `levels`. */
  readonly many: string;
  /** Returns the text of a value. @throws ParquetError CORRUPT for a value that is not allowed. */
  describe(value: number): Words;
  /** Called for every run, including runs that are not added as fields. */
  seen?(run: Run, bytes: Uint8Array): void;
}

/** A run. */
export interface Run {
  /** Index of the first byte of the header. */
  readonly start: number;
  /** Index of the first byte after the header, where the repeated value or the groups start. */
  readonly body: number;
  readonly end: number;
  readonly header: number;
  readonly isPacked: boolean;
  /** The repeated value. */
  readonly value: number;
  /** Number of values in the run, without padding. */
  readonly count: number;
  readonly width: number;
}

/** Adds a field for each run, starting at `list.position`, until the runs contain all values. */
export function explainRuns(list: FieldList, values: RunValues): void {
  const { width, count } = values;
  if (!(width >= 0 && width <= 32))
    throw new ParquetError('CORRUPT', `the bit width of runs must be 0 to 32, got ${width}`);
  if (width === 0) {
    list.rest('unknown', 'unused bytes', `At a bit width of 0, all ${values.many} are 0, so readers need no runs.`);
    return;
  }
  const { bytes } = list.to;
  for (let done = 0; done < count; ) {
    const run = readRun(bytes, list.position, list.end, width, count - done);
    if (list.wants(run.start, run.end)) {
      const name = run.isPacked ? 'bit-packed run' : 'repeated run';
      const first = done;
      list.group(values.kind, name, (inner) => explainRun(inner, run, values, first), run.end);
    } else list.omit(1, run.end);
    values.seen?.(run, bytes);
    done += run.count;
  }
  list.rest('unknown', 'unused bytes', 'Bytes after the last required run: readers ignore them.');
}

function explainRun(list: FieldList, run: Run, values: RunValues, first: number): void {
  const { body, end, header, isPacked, count, width } = run;
  const { one, many, kind } = values;
  const length = header >>> 1;
  const range = count === 1 ? `${one} ${first}` : `${many} ${first} to ${first + count - 1}`;
  list.value = counted(count, 'value');
  const head = `The varint ${header}: the lowest bit is ${header & 1}, so`;
  const groups = `${length === 1 ? '1 group' : `${length} groups`} of 8 values`;
  const what = isPacked
    ? `${head} ${header} >> 1 = ${groups} of ${counted(width, 'bit')} each ${length === 1 ? 'follows' : 'follow'}.`
    : `${head} the next value is repeated ${header} >> 1 = ${counted(length, 'time')}.`;
  list.leaf(body, 'run-header', 'run header', String(header), what);
  if (!isPacked) {
    if (count === 0) {
      list.leaf(end, kind, 'repeated value', String(run.value), 'This run has no values.');
      return;
    }
    const { value, meaning } = values.describe(run.value);
    const times = `Repeated ${counted(count, 'time')}, stored once in ${counted(end - body, 'byte')}.`;
    list.leaf(end, kind, range, value, meaning === undefined ? times : `${times} ${meaning}`);
    return;
  }
  const { bytes } = list.to;
  list.row(count, width, kind, (index, bit) => ({
    name: `${one} ${first + index}`,
    ...values.describe(readBits(bytes, bit, width)),
  }));
  list.padding(8 * body + count * width, end, kind, 'Bits after the last value: they fill the group of 8 values.');
}

/**
 * Reads the run that starts at `start`.
 * @throws ParquetError TRUNCATED or CORRUPT if the run is invalid.
 */
function readRun(bytes: Uint8Array, start: number, end: number, width: number, wanted: number): Run {
  if (start >= end) throw new ParquetError('TRUNCATED', 'runs end before all values are read', { offset: start });
  let header = bytes[start] as number;
  let body = start + 1;
  if (header >= 0x80) {
    const cursor: ByteCursor = { position: start, end };
    header = readVarint32(bytes, cursor);
    body = cursor.position;
  }
  const length = header >>> 1;
  const room = end - body;
  if ((header & 1) === 1) {
    // The last run may be cut short, and may have more values than needed.
    const stored = Math.min(length * width, room);
    const held = stored < length * width ? Math.floor((8 * stored) / width) : 8 * length;
    const count = Math.min(held, wanted);
    return { start, body, end: body + stored, header, isPacked: true, value: 0, count, width };
  }
  const valueBytes = Math.ceil(width / 8);
  if (valueBytes > room)
    throw new ParquetError('TRUNCATED', 'the repeated value of a run is truncated', { offset: start });
  const value = readBits(bytes, 8 * body, 8 * valueBytes);
  if (value >= 2 ** width) {
    throw new ParquetError('CORRUPT', `a run repeats ${value}, which has more than ${width} bits`, { offset: start });
  }
  const count = Math.min(length, wanted);
  return { start, body, end: body + valueBytes, header, isPacked: false, value, count, width };
}
