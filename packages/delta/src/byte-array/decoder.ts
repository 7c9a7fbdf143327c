/** Decodes DELTA_BYTE_ARRAY values, which are stored as prefix lengths, suffix lengths and suffixes. */
import { createSpare, type Spare } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  type DecodeContext,
  type DirectValues,
  fixedValues,
  type Kernels,
  ParquetError,
  PhysicalType,
  requireBuffer,
  requireCount,
  slackBytes,
  type ValueDecoder,
} from '@marquetry/core';
import { openStream } from '../binary-packed/stream.js';
import { requireBytes } from '../decoded-bytes.js';
import { joinFronts, type Measure, measureFronts } from './fronts.js';
import { appendKept, FrontBuilder, lengthOf, placesOf, startsOf } from './kept-fronts.js';
import { createPreviousValue } from './previous-value.js';

export function decodeByteArray(bytes: Uint8Array, context: DecodeContext, kernels: Kernels): ValueDecoder {
  const { column, valueCount, limits } = context;
  const prefixStream = openStream(bytes, 0, valueCount, 1, kernels);
  const suffixStream = openStream(bytes, prefixStream.end, valueCount, 1, kernels);
  const previous = createPreviousValue();
  let position = suffixStream.end;
  let prefixes: Int32Array = new Int32Array(0);
  let skippedEnds: Int32Array | undefined;

  /**
   * Reads the lengths of the next `count` values. Writes prefix lengths to `prefixes`, and the ends of the values to
   * `ends`, starting at `ends[from + 1]`.
   */
  function measure(ends: Int32Array, from: number, count: number): Measure {
    if (prefixes.length < count) prefixes = new Int32Array(count);
    prefixStream.read(prefixes, 0, count);
    suffixStream.read(ends, from + 1, count);
    const sizes = measureFronts(prefixes, ends, from, count, previous.length, column);
    requireSuffixes(sizes.suffixTotal);
    return sizes;
  }

  function requireSuffixes(total: number): void {
    const left = bytes.length - position;
    if (total > left) {
      throw new ParquetError('TRUNCATED', `suffixes need ${total} bytes, but the page has ${left} left`, {
        offset: position,
      });
    }
  }

  function join(ends: Int32Array, from: number, count: number, sizes: Measure, target: Uint8Array): void {
    if (count === 0) return;
    joinFronts(bytes, position, previous.bytes, prefixes, ends, from, count, target, kernels.joinFronts);
    position += sizes.suffixTotal;
    if (suffixStream.remaining > 0) {
      previous.replace(target.subarray(ends[from + count - 1] as number, ends[from + count] as number));
    }
  }

  function read(count: number): DirectValues {
    requireCount(count, decoder.remaining);
    decoder.remaining -= count;
    requireBytes(4 * (count + 1), limits);
    const ends = new Int32Array(count + 1);
    const sizes = measure(ends, 0, count);
    requireBytes(sizes.total, limits);
    const data = kernels.allocate(requireInt32(sizes.total) + slackBytes);
    join(ends, 0, count, sizes, data);
    if (column.type !== PhysicalType.BYTE_ARRAY) return fixedValues(column, data, 0, count);
    const values = data.subarray(0, sizes.total);
    return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets: ends, data: values };
  }

  function readInto(target: ColumnBuffer, count: number): void {
    requireCount(count, decoder.remaining);
    decoder.remaining -= count;
    if (column.type !== PhysicalType.BYTE_ARRAY) {
      const buffer = requireBuffer(target, 'fixed', column);
      const ends = new Int32Array(count + 1);
      ends[0] = buffer.length * column.width;
      // The lengths must equal the width of the column. They are checked before memory of that width is allocated,
      // because the width may be wrong.
      const sizes = measure(ends, 0, count);
      buffer.reserve(count);
      join(ends, 0, count, sizes, buffer.data);
      buffer.length += count;
      return;
    }
    const buffer = requireBuffer(target, 'bytes', column);
    const { length } = buffer;
    buffer.reserve(count);
    const sizes = measure(buffer.offsets, length, count);
    requireBytes(sizes.total, limits);
    buffer.reserve(count, requireInt32(sizes.total));
    join(buffer.offsets, length, count, sizes, buffer.data);
    buffer.length = length + count;
  }

  function skip(count: number): void {
    requireCount(count, decoder.remaining);
    decoder.remaining -= count;
    if (count === suffixStream.remaining) {
      prefixStream.skip(count);
      suffixStream.skip(count);
      return;
    }
    skippedEnds ??= new Int32Array(skippedAtOnce + 1);
    for (let left = count; left > 0; left -= skippedAtOnce) {
      const taken = Math.min(left, skippedAtOnce);
      const { suffixTotal } = measure(skippedEnds, 0, taken);
      previous.pass(bytes, position, prefixes, skippedEnds, taken);
      position += suffixTotal;
    }
  }

  /**
   * Builds only the selected values, and the last of every {@link keptAtOnce} values, from which the next value takes
   * its prefix.
   */
  function readKept(target: ColumnBuffer, bits: Uint8Array, first: number, count: number): void {
    requireCount(count, decoder.remaining);
    const isFixed = column.type !== PhysicalType.BYTE_ARRAY;
    const buffer = isFixed ? requireBuffer(target, 'fixed', column) : requireBuffer(target, 'bytes', column);
    decoder.remaining -= count;
    const size = Math.min(count, keptAtOnce);
    const keptPrefixes = sparePrefixes.take(size);
    const starts = spareStarts.take(size + 1);
    const places = sparePlaces.take(size);
    for (let done = 0; done < count; done += keptAtOnce) {
      const fronts = { prefixes: keptPrefixes, starts, count: Math.min(keptAtOnce, count - done) };
      prefixStream.read(keptPrefixes, 0, fronts.count);
      suffixStream.read(starts, 1, fronts.count);
      const suffixTotal = startsOf(fronts, previous.length, column);
      requireSuffixes(suffixTotal);
      const builder = new FrontBuilder(bytes, position, fronts, previous.bytes);
      const kept = placesOf(bits, first + done, fronts.count, places);
      if (kept > 0) appendKept(buffer, builder, fronts, places, kept);
      if (suffixStream.remaining > 0) {
        const last = fronts.count - 1;
        const value = new Uint8Array(lengthOf(fronts, last));
        builder.build(last, value, 0);
        previous.replace(value);
      }
      position += suffixTotal;
    }
    sparePrefixes.give(keptPrefixes);
    spareStarts.give(starts);
    sparePlaces.give(places);
  }

  const decoder: ValueDecoder & { remaining: number } = { remaining: valueCount, read, readInto, readKept, skip };
  return decoder;
}

const skippedAtOnce = 512;
/** Number of values whose lengths are read at a time, so that the lengths stay in the cache. */
const keptAtOnce = 4096;
const sparePrefixes: Spare<Int32Array<ArrayBuffer>> = /* @__PURE__ */ createSpare(Int32Array);
const sparePlaces: Spare<Int32Array<ArrayBuffer>> = /* @__PURE__ */ createSpare(Int32Array);
const spareStarts: Spare<Int32Array<ArrayBuffer>> = /* @__PURE__ */ createSpare(Int32Array);

/** Checks that the total size of the values fits in int32 offsets. No limit can allow more. */
function requireInt32(total: number): number {
  if (total > 2 ** 31 - 1)
    throw new ParquetError('LIMIT', `${total} bytes of values exceed the range of int32 offsets`);
  return total;
}
