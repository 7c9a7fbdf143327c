/**
 * Converts dense values (without entries for nulls) to one value per entry, and back.
 *
 *   entries   1 0 1 1 0      validity: entries 1 and 4 are null
 *   dense     a b c          values of the entries that are not null
 *   spread    a - b c -      one value per entry; `-` is 0, false, empty or index 0
 */
import { appendValues, countBits, gatherInto, spreadInPlace } from '@marquetry/bit-io';
import {
  type BytesValues,
  type ColumnKernels,
  type ColumnType,
  createColumnBuffer,
  type DictionaryValues,
  type DirectValues,
  type Limits,
  PhysicalType,
  type Steps,
  type Values,
} from '@marquetry/core';
import { entryBytes } from '../gathered-bytes.js';
import { stepEnd, stepEntries } from '../stretches.js';

interface Memory {
  readonly kernels: ColumnKernels;
  readonly limits: Limits;
}

/**
 * Copies dense values to one entry per bit, so that nulls have entries, too. The number of 1 bits must equal the number
 * of values. Dictionary indices are copied as indices; nulls get index 0.
 * @throws ParquetError LIMIT if the entries would exceed `limits.decodedBytes`.
 */
export function* spreadValues(
  values: Values,
  column: ColumnType,
  bits: Uint8Array,
  length: number,
  { kernels, limits }: Memory,
): Steps<Values> {
  const { allocate } = kernels;
  const isIndices = values.layout === 'dictionary';
  const dense = isIndices ? indexValues(values.indices, values.length) : values;
  const target = createColumnBuffer(isIndices ? indexType : column, { capacity: length, limits, allocate });
  if (dense.layout === 'bytes') target.reserve(0, bytesOfAll(dense));
  for (let from = 0, taken = 0; from < length; ) {
    // Each step covers whole bytes of the bitmap, so that the next step starts at bit 0 of a byte.
    const to = Math.min(length, from + spreadSlots(dense));
    const count = countBits(bits, from, to);
    const start = target.length;
    // Appending the values of one step may take several steps if the values are long.
    for (const all = taken + count; taken < all; ) {
      const end = stepEnd(dense, taken, all);
      appendValues(target, dense, taken, end);
      taken = end;
      if (taken < all) yield;
    }
    spreadInPlace(target, start, count, bits.subarray(from >> 3), to - from);
    if (to < length) yield;
    from = to;
  }
  if (!isIndices) return target.values;
  const indices = new Int32Array(target.data.buffer, target.data.byteOffset, length);
  return { ...values, length, indices };
}

/**
 * Returns the number of slots whose values are spread in one step. The number is lower for wide values, so that a step
 * does not move too many bytes.
 */
function spreadSlots(values: DirectValues): number {
  return values.layout === 'fixed' ? stepEnd(values, 0, stepEntries) : stepEntries;
}

function bytesOfAll({ offsets, length }: BytesValues): number {
  return (offsets[length] as number) - (offsets[0] as number);
}

/**
 * Copies the values at the positions `entries`, in this order. Dictionary indices are copied as indices.
 * @throws ParquetError LIMIT if the values would exceed `limits.decodedBytes`.
 */
export function* gatherEntries(
  values: Values,
  column: ColumnType,
  entries: Int32Array,
  { kernels, limits }: Memory,
): Steps<Values> {
  const { length } = entries;
  if (values.layout === 'dictionary') {
    const indices = new Int32Array(length);
    for (let from = 0; from < length; from += stepEntries) {
      const to = Math.min(length, from + stepEntries);
      kernels.gather32(values.indices, entries, from, to - from, indices, from);
      if (to < length) yield;
    }
    return { ...values, length, indices };
  }
  const target = createColumnBuffer(column, { limits, allocate: kernels.allocate });
  target.reserve(length, yield* entryBytes(values, entries, length));
  const chosen: DictionaryValues = {
    layout: 'dictionary',
    type: values.type,
    length,
    indices: entries,
    dictionary: values,
  };
  for (let from = 0; from < length; ) {
    const to = stepEnd(chosen, from, length);
    gatherInto(target, values, entries, from, to - from, kernels);
    if (to < length) yield;
    from = to;
  }
  return target.values;
}

const indexType: ColumnType = { type: PhysicalType.INT32, width: 4 };

function indexValues(data: Int32Array, length: number): DirectValues {
  return { layout: 'fixed', type: PhysicalType.INT32, width: 4, length, data };
}
