/**
 * Dense values to one an entry, and back.
 */
import { appendValues, gatherInto, spreadInPlace } from '@marquetry/bit-io';
import {
  type ColumnType,
  createColumnBuffer,
  type Kernels,
  type Limits,
  PhysicalType,
  type Values,
} from '@marquetry/core';

interface Memory {
  readonly kernels: Kernels;
  readonly limits: Limits;
}

/**
 * A copy with one entry a bit, of which as many are 1 as there are values. Indices stay indices; those of nulls are 0.
 * @throws ParquetError LIMIT.
 */
export function spreadValues(
  values: Values,
  column: ColumnType,
  bits: Uint8Array,
  length: number,
  { kernels, limits }: Memory,
): Values {
  const { allocate } = kernels;
  if (values.layout !== 'dictionary') {
    const target = createColumnBuffer(column, { capacity: length, limits, allocate });
    appendValues(target, values, 0, values.length);
    spreadInPlace(target, 0, values.length, bits, length);
    return target.values;
  }
  const indices = createColumnBuffer(indexType, { capacity: length, limits, allocate });
  appendValues(indices, indexValues(values.indices, values.length), 0, values.length);
  spreadInPlace(indices, 0, values.length, bits, length);
  const spread = new Int32Array(indices.data.buffer, indices.data.byteOffset, length);
  return { ...values, length, indices: spread };
}

/**
 * The values of these entries, dense. Indices stay indices.
 * @throws ParquetError LIMIT.
 */
export function gatherEntries(
  values: Values,
  column: ColumnType,
  entries: Int32Array,
  { kernels, limits }: Memory,
): Values {
  const { length } = entries;
  if (values.layout === 'dictionary') {
    const indices = new Int32Array(length);
    kernels.gather32(values.indices, entries, 0, length, indices, 0);
    return { ...values, length, indices };
  }
  const target = createColumnBuffer(column, { capacity: length, limits, allocate: kernels.allocate });
  gatherInto(target, values, entries, 0, length, kernels);
  return target.values;
}

const indexType: ColumnType = { type: PhysicalType.INT32, width: 4 };

function indexValues(data: Int32Array, length: number): Values & { readonly layout: 'fixed' } {
  return { layout: 'fixed', type: PhysicalType.INT32, width: 4, length, data };
}
