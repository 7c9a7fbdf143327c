/**
 * Builds only selected front-coded values (see fronts.ts). It reads only the suffixes that contribute bytes to them.
 *
 *   prefix   0      3     5      4         value 3 = suffix 0 [0, 3) + suffix 1 [0, 1) + suffix 3
 *   suffix   abcd   xyz   q      rs                 = abc            + x            + rs
 *
 * Starting from a selected value, the code goes back through the previous values until it has found all bytes, or
 * reaches a value that is already built.
 */
import { type BytesBuffer, type ColumnType, type FixedBuffer, ParquetError, PhysicalType } from '@marquetry/core';
import { refuse } from './fronts.js';

/** The prefix and suffix lengths of consecutive values, in page order. */
export interface Fronts {
  readonly prefixes: Int32Array;
  /**
   * The starts of the suffixes, relative to the first suffix, and then the end of the last one. Before {@link startsOf}
   * is called, the entries from index 1 on are suffix lengths.
   */
  readonly starts: Int32Array;
  readonly count: number;
}

/**
 * Checks prefix and suffix lengths, and replaces the suffix lengths with the starts of the suffixes. Returns the total
 * size of the suffixes in bytes.
 * @throws ParquetError CORRUPT for invalid lengths, as `measureFronts` does.
 */
export function startsOf({ prefixes, starts, count }: Fronts, previousLength: number, column: ColumnType): number {
  const width = column.type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? column.width : -1;
  let total = 0;
  let previous = previousLength;
  starts[0] = 0;
  for (let i = 0; i < count; i++) {
    const prefix = prefixes[i] as number;
    const suffix = starts[i + 1] as number;
    if ((prefix | suffix) < 0) refuse('the prefix or suffix length of a value is negative');
    if (prefix > previous) refuse(`a prefix of ${prefix} bytes is longer than the previous value of ${previous} bytes`);
    previous = prefix + suffix;
    if (width >= 0 && previous !== width) refuse(`a value of FIXED_LEN_BYTE_ARRAY(${width}) has ${previous} bytes`);
    total += suffix;
    starts[i + 1] = total;
  }
  return total;
}

/** Returns the length of value `i` in bytes. */
export function lengthOf({ prefixes, starts }: Fronts, i: number): number {
  return (prefixes[i] as number) + (starts[i + 1] as number) - (starts[i] as number);
}

/**
 * The last value that was built. Its bytes start at `data[at]`. Its `index` is -1 if it is the value before the first
 * value of the {@link Fronts}.
 */
interface BuiltValue {
  index: number;
  data: Uint8Array;
  at: number;
}

/** Builds selected front-coded values, in ascending order. The suffix of value 0 starts at `source[position]`. */
export class FrontBuilder {
  declare private readonly source: Uint8Array;
  declare private readonly position: number;
  declare private readonly fronts: Fronts;
  declare private readonly last: BuiltValue;

  constructor(source: Uint8Array, position: number, fronts: Fronts, previous: Uint8Array) {
    this.source = source;
    this.position = position;
    this.fronts = fronts;
    this.last = { index: -1, data: previous, at: 0 };
  }

  /** Writes value `i` to `target[at ...]`. The caller must not change these bytes until the next value is built. */
  build(i: number, target: Uint8Array, at: number): void {
    const { source, position, last } = this;
    const { prefixes, starts } = this.fronts;
    const known = last.index;
    let missing = lengthOf(this.fronts, i);
    for (let k = i; k > known && missing > 0; k--) {
      const prefix = prefixes[k] as number;
      if (prefix >= missing) continue;
      copyBytes(source, position + (starts[k] as number), target, at + prefix, missing - prefix);
      missing = prefix;
    }
    if (missing > 0) copyBytes(last.data, last.at, target, at, missing);
    last.index = i;
    last.data = target;
    last.at = at;
  }
}

/** Up to this many bytes are copied one by one, because `set` is not faster for so few. */
const fewBytes = 24;

function copyBytes(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  if (count > fewBytes) target.set(source.subarray(from, from + count), to);
  else for (let i = 0; i < count; i++) target[to + i] = source[from + i] as number;
}

/**
 * Writes the indices of the selected values to `places`, and returns their number. A value is selected if its bit is 1;
 * the bits of the `count` values start at bit `first`.
 */
export function placesOf(bits: Uint8Array, first: number, count: number, places: Int32Array): number {
  const end = first + count;
  let found = 0;
  for (let at = first; at < end; at = (at & ~7) + 8) {
    let byte = (bits[at >>> 3] as number) >>> (at & 7);
    if (at + 8 > end) byte &= (1 << (end - at)) - 1;
    for (; byte !== 0; byte &= byte - 1) places[found++] = at - first + 31 - Math.clz32(byte & -byte);
  }
  return found;
}

/**
 * Appends the `count` front-coded values whose indices are in `places` to `target`.
 * @throws ParquetError LIMIT if the buffer would exceed `limits.decodedBytes`.
 */
export function appendKept(
  target: BytesBuffer | FixedBuffer,
  builder: FrontBuilder,
  fronts: Fronts,
  places: Int32Array,
  count: number,
): void {
  if (target.layout === 'fixed') {
    target.reserve(count);
    for (let i = 0; i < count; i++) {
      builder.build(places[i] as number, target.data, target.length * target.width);
      target.length++;
    }
    return;
  }
  let total = 0;
  for (let i = 0; i < count; i++) total += lengthOf(fronts, places[i] as number);
  if (total > 2 ** 31 - 1)
    throw new ParquetError('LIMIT', `${total} bytes of values exceed the range of int32 offsets`);
  target.reserve(count, total);
  const { data, offsets } = target;
  let { length } = target;
  let at = offsets[length] as number;
  for (let i = 0; i < count; i++) {
    const place = places[i] as number;
    builder.build(place, data, at);
    at += lengthOf(fronts, place);
    offsets[++length] = at;
  }
  target.length = length;
}
