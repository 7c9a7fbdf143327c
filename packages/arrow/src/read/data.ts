/** Creates Arrow data from existing typed arrays, without copying them or creating new views. */
import type { NoNulls, NullBitmap } from '@marquetry/core';
import { BufferType, Data, type DataType, Null, type Vector } from 'apache-arrow';

/**
 * The buffers and children of Arrow data, except the validity bitmap. The type determines which of them are present.
 */
export interface DataParts {
  readonly offsets?: Int32Array | BigInt64Array;
  readonly values?: ArrayBufferView;
  readonly variadic?: readonly Uint8Array[];
  readonly children?: readonly Data[];
  readonly dictionary?: Vector;
}

/**
 * Creates Arrow data by calling its constructor, because `makeData` of apache-arrow would create new views and count
 * nulls.
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
