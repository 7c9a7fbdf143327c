/**
 * Decodes front-coded values. A value consists of the first `prefix` bytes of the previous value, and then its own
 * suffix.
 *
 *   prefix   0      2      0        3
 *   suffix   axis   le     babble   yhood
 *   value    axis   axle   babble   babyhood
 */
import { copyInSteps, longestInSteps, stepBytes } from '@marquetry/bit-io';
import { type ColumnType, type Kernels, ParquetError, PhysicalType, viewOf } from '@marquetry/core';

/** The total sizes of some consecutive values. */
export interface Measure {
  /** Total size of the values in bytes. */
  readonly total: number;
  /** Total size of the values' suffixes in bytes. */
  readonly suffixTotal: number;
}

/**
 * Checks `count` prefix and suffix lengths. The suffix lengths are in `ends[from + 1 ...]`; they are replaced by the
 * ends of the values, counted from `ends[from]`. An end above the int32 range wraps around, but the caller rejects
 * values with such a total size. `previousLength` is the length of the value before the first one.
 * @throws ParquetError CORRUPT for a negative length, a prefix longer than the previous value, or a
 * FIXED_LEN_BYTE_ARRAY value whose length is not the width of the column.
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
    if (prefix > previous) refuse(`a prefix of ${prefix} bytes is longer than the previous value of ${previous} bytes`);
    previous = prefix + suffix;
    if (width >= 0 && previous !== width) refuse(`a value of FIXED_LEN_BYTE_ARRAY(${width}) has ${previous} bytes`);
    total += previous;
    suffixTotal += suffix;
    ends[from + 1 + i] = start + total;
  }
  return { total, suffixTotal };
}

/** Throws CORRUPT with offset 0, where the lengths of the page start. */
export function refuse(reason: string): never {
  throw new ParquetError('CORRUPT', reason, { offset: 0 });
}

/**
 * Builds `count` values, one after another, in `target`. {@link measureFronts} has computed their ends. The suffixes
 * start at `source[position]`, and the first prefix is taken from `previous`. Writes up to 16 bytes after the last
 * value, for which `target` must have room.
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
  const words = viewOf(source);
  const sink = viewOf(target);
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
    // The last step may copy bytes after the prefix. The suffix then overwrites them.
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
