/**
 * Front-coded values: each is the first `prefix` bytes of the one before, then a suffix of its own.
 */
import { copyInSteps, longestInSteps, stepBytes } from '@marquetry/bit-io';
import { type ColumnType, type Kernels, ParquetError, PhysicalType } from '@marquetry/core';

/** What a run of values comes to. */
export interface Measure {
  /** Bytes of the values, exact. */
  readonly total: number;
  /** Bytes of their suffixes, exact. */
  readonly suffixTotal: number;
}

/**
 * Checks `count` prefix and suffix lengths, and turns the suffix lengths after `ends[from]` into the ends of the values,
 * counted on from `ends[from]`. Ends above int32 wrap: the caller rejects such a total.
 * @throws ParquetError CORRUPT for a negative length, a prefix longer than the value before (`previousLength` for the
 *   first), or a value of FIXED_LEN_BYTE_ARRAY that has not its width.
 */
export function measureFronts(
  prefixes: Int32Array,
  ends: Int32Array,
  from: number,
  count: number,
  previousLength: number,
  column: ColumnType,
): Measure {
  const width = column.type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? column.width : -1;
  const start = ends[from] as number;
  let total = 0;
  let suffixTotal = 0;
  let previous = previousLength;
  for (let i = 0; i < count; i++) {
    const prefix = prefixes[i] as number;
    const suffix = ends[from + 1 + i] as number;
    if ((prefix | suffix) < 0) refuse('the prefix or suffix length of a value is negative');
    if (prefix > previous) refuse(`a value takes ${prefix} bytes of the one before, which has ${previous}`);
    previous = prefix + suffix;
    if (width >= 0 && previous !== width) refuse(`a value of FIXED_LEN_BYTE_ARRAY(${width}) has ${previous} bytes`);
    total += previous;
    suffixTotal += suffix;
    ends[from + 1 + i] = start + total;
  }
  return { total, suffixTotal };
}

/** The place is that of the streams of lengths, which come first. */
export function refuse(reason: string): never {
  throw new ParquetError('CORRUPT', reason, { offset: 0 });
}

/**
 * Builds `count` values one after another in `target`, as {@link measureFronts} measured them: suffixes from
 * `source[position]` on, the first prefix from `previous`. Writes up to 16 bytes beyond the last value: `target` has slack.
 */
export function joinFronts(
  source: Uint8Array,
  position: number,
  previous: Uint8Array,
  prefixes: Int32Array,
  ends: Int32Array,
  from: number,
  count: number,
  target: Uint8Array,
  accelerated: Kernels['joinFronts'],
): void {
  const done = accelerated?.(source, position, previous, prefixes, ends, from, count, target) ?? 0;
  if (done === count) return;
  const words = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const sink = new DataView(target.buffer, target.byteOffset, target.byteLength);
  const safe = source.length - stepBytes;
  let to = ends[from + done] as number;
  let at = position + to - (ends[from] as number);
  for (let i = 0; i < done; i++) at -= prefixes[i] as number;
  let before = done === 0 ? to : (ends[from + done - 1] as number);
  for (let i = done; i < count; i++) {
    const end = ends[from + 1 + i] as number;
    const prefix = prefixes[i] as number;
    const middle = to + prefix;
    const suffix = end - middle;
    if (i === 0) target.set(previous.subarray(0, prefix), to);
    // The last words may take in what lies after the prefix; the suffix overwrites it.
    else if (prefix <= longestInSteps) {
      copyInSteps(sink, before, sink, to, prefix);
    } else target.copyWithin(to, before, before + prefix);
    if (suffix <= longestInSteps && at + suffix <= safe) {
      copyInSteps(words, at, sink, middle, suffix);
    } else target.set(source.subarray(at, at + suffix), middle);
    at += suffix;
    before = to;
    to = end;
  }
}
