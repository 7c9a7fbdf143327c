/** Creates Arrow data over existing memory: nothing is copied, and the same view objects are used. */
import type { NoNulls, NullBitmap } from '@marquetry/core';
import { BufferType, Data, type DataType, Null, type Vector } from 'apache-arrow';

/** The parts besides validity, each for the types that have it. */
export interface DataParts {
  readonly offsets?: Int32Array | BigInt64Array;
  readonly values?: ArrayBufferView;
  readonly variadic?: readonly Uint8Array[];
  readonly children?: readonly Data[];
  readonly dictionary?: Vector;
}

/**
 * Calls the constructor directly, because `makeData` of apache-arrow creates new views, and counts lengths and nulls
 * that it is not given.
 */
export function createData<T extends DataType>(
  type: T,
  length: number,
  nulls: NoNulls | NullBitmap,
  parts: DataParts,
): Data<T> {
  const { offsets, values, children = [], dictionary, variadic = [] } = parts;
  const bits = nulls.kind === 'none' ? undefined : nulls.bits;
  const nullCount = type instanceof Null ? length : nulls.nullCount;
  const buffers = { [BufferType.OFFSET]: offsets, [BufferType.DATA]: values, [BufferType.VALIDITY]: bits };
  return new Data(type, 0, length, nullCount, buffers as Partial<Buffers<T>>, [...children], dictionary, [...variadic]);
}

type Buffers<T extends DataType> = Data<T>['buffers'];
