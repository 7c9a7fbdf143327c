/**
 * Converts lists that all have the same length to Arrow's FixedSizeList, in which a null list has as many entries as any other list.
 *
 *   lists     [1, 2]  null  [3, 4]
 *   Parquet   1 2     -     3 4
 *   Arrow     1 2     0 0   3 4
 */
import { copyBits, readBit } from '@marquetry/bit-io';
import type { NestedColumn, NestedLeaf, NestedList, NestedStruct } from '@marquetry/column';
import { type NoNulls, type NullBitmap, noNulls, ParquetError, type Steps, type Values } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import type { RowOf } from '../entries.js';
import { inStrides } from './strides.js';

/**
 * The errors that were thrown because the length of a list differs from the length in ARROW:schema. `isWrongSize` recognizes them.
 */
const wrongSizes = new WeakSet<object>();

/** True if the error was thrown because ARROW:schema specifies a wrong length for lists. */
export function isWrongSize(error: unknown): boolean {
  return typeof error === 'object' && error !== null && wrongSizes.has(error);
}

/**
 * The remaining number of bytes that a batch may use for the entries of null fixed-size lists. Without this limit, a
 * forged list length in ARROW:schema could require any amount of memory if all lists are null.
 */
export interface Padding {
  bytesLeft: number;
}

/** The estimated memory, in bytes per column, of each entry that is added for a null list. */
const entryBytes = 16;

/**
 * Returns the entries of lists that all have `size` entries. Adds `size` entries for each null list.
 * @throws ParquetError CORRUPT if the length of a list is not `size` (the error names its row), or if the entries of
 *   null lists would take too much memory.
 */
export function* fixedEntries(
  { nulls, offsets, length, element, field }: NestedList,
  size: number,
  rowOf: RowOf,
  padding: Padding,
): Steps<NestedColumn> {
  const fault = (what: string): ParquetError => {
    const reason = `${what}; ARROW:schema specifies lists of ${size} entries. Use \`arrowSchema: 'ignore'\` to read the column as a List`;
    const error = new ParquetError('CORRUPT', reason, { column: formatPath(field.node.path) });
    wrongSizes.add(error);
    return error;
  };
  const bits = nulls.kind === 'none' ? undefined : nulls.bits;
  let nullCount = 0;
  yield* inStrides(length, (from, to) => {
    for (let i = from; i < to; i++) {
      if (bits !== undefined && readBit(bits, i) === 0) {
        nullCount++;
        continue;
      }
      const count = (offsets[i + 1] as number) - (offsets[i] as number);
      if (count !== size) throw fault(`row ${rowOf(i)} has a list of ${count} entries`);
    }
  });
  if (nullCount === 0) return element;
  padding.bytesLeft -= entryBytes * length * size * element.field.leaves.length;
  if (!(padding.bytesLeft >= 0)) throw fault(`${nullCount} null fixed-size lists take too much memory`);
  const origins = new Int32Array(length * size);
  let next = 0;
  yield* inStrides(length, (from, to) => {
    for (let i = from; i < to; i++) {
      const isNull = readBit(bits as Uint8Array, i) === 0;
      for (let k = i * size; k < (i + 1) * size; k++) origins[k] = isNull ? -1 : next++;
    }
  });
  return yield* spaced(element, origins);
}

/**
 * Returns a column whose entry `i` is a copy of entry `origins[i]` of the given column. If `origins[i]` is -1, entry
 * `i` is null, or has an arbitrary value if the column is not nullable.
 */
function* spaced(column: NestedColumn, origins: Int32Array): Steps<NestedColumn> {
  const { length } = origins;
  const nulls = column.field.nullable ? yield* spacedNulls(column.nulls, origins) : noNulls;
  switch (column.kind) {
    case 'leaf':
      return { ...column, length, nulls, values: yield* spacedValues(column, origins) };
    case 'struct':
      return yield* spacedStruct(column, nulls, origins);
    case 'variant':
      return { ...column, length, nulls, storage: yield* spacedStruct(column.storage, nulls, origins) };
    // The added lists and maps are empty, so the elements of the other lists keep their positions.
    case 'list':
      return { ...column, length, nulls, offsets: yield* spacedOffsets(column.offsets, origins) };
    case 'map':
      return { ...column, length, nulls, offsets: yield* spacedOffsets(column.offsets, origins) };
  }
}

function* spacedStruct(column: NestedStruct, nulls: NoNulls | NullBitmap, origins: Int32Array): Steps<NestedStruct> {
  const children: NestedColumn[] = [];
  for (const child of column.children) children.push(yield* spaced(child, origins));
  return { ...column, length: origins.length, nulls, children };
}

function* spacedNulls(nulls: NoNulls | NullBitmap, origins: Int32Array): Steps<NullBitmap> {
  const bits = new Uint8Array(Math.ceil(origins.length / 8));
  let nullCount = 0;
  yield* inStrides(origins.length, (from, to) => {
    for (let i = from; i < to; i++) {
      const origin = origins[i] as number;
      if (origin >= 0 && (nulls.kind === 'none' || readBit(nulls.bits, origin) === 1)) {
        bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
      } else nullCount++;
    }
  });
  return { kind: 'bitmap', bits, nullCount };
}

function* spacedOffsets(offsets: Int32Array, origins: Int32Array): Steps<Int32Array> {
  const target = new Int32Array(origins.length + 1);
  target[0] = offsets[0] as number;
  yield* inStrides(origins.length, (from, to) => {
    for (let i = from; i < to; i++) {
      const origin = origins[i] as number;
      target[i + 1] = origin < 0 ? (target[i] as number) : (offsets[origin + 1] as number);
    }
  });
  return target;
}

function* spacedValues({ values }: NestedLeaf, origins: Int32Array): Steps<Values> {
  const { length } = origins;
  /** Calls `copy(i, origin)` for each entry `i` that is a copy of entry `origin` of the column. */
  const each = (copy: (i: number, origin: number) => void): Steps<void> =>
    inStrides(length, (from, to) => {
      for (let i = from; i < to; i++) if ((origins[i] as number) >= 0) copy(i, origins[i] as number);
    });
  switch (values.layout) {
    case 'dictionary': {
      const indices = new Int32Array(length);
      yield* each((i, origin) => {
        indices[i] = values.indices[origin] as number;
      });
      return { ...values, length, indices };
    }
    case 'bits': {
      const data = new Uint8Array(Math.ceil(length / 8));
      yield* each((i, origin) => copyBits(values.data, origin, data, i, 1));
      return { ...values, length, data };
    }
    case 'bytes':
      return { ...values, length, offsets: yield* spacedOffsets(values.offsets, origins) };
    case 'fixed': {
      const { data } = values;
      const width = data instanceof Uint8Array ? values.width : 1;
      const Kind = data.constructor as new (length: number) => typeof data;
      const spacedData = new Kind(length * width);
      yield* each((i, origin) => {
        for (let k = 0; k < width; k++) spacedData[i * width + k] = data[origin * width + k] as never;
      });
      return { ...values, length, data: spacedData } as Values;
    }
  }
}
