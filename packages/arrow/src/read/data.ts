/**
 * Arrow data over memory that is there: nothing is copied, and views stay the objects that they are.
 */
import type { NoNulls, NullBitmap } from '@marquetry/core';
import { BufferType, Data, type DataType, Null, type Vector } from 'apache-arrow';

/** What stands beside validity; each is for the types that have it. */
export interface DataParts {
  readonly offsets?: Int32Array;
  readonly values?: ArrayBufferView;
  readonly children?: readonly Data[];
  readonly dictionary?: Vector;
}

/**
 * `makeData` of apache-arrow makes views of its own, and counts lengths and nulls where it is not told; the constructor
 * keeps what it is given.
 */
export function createData<T extends DataType>(
  type: T,
  length: number,
  nulls: NoNulls | NullBitmap,
  parts: DataParts,
): Data<T> {
  const { offsets, values, children = [], dictionary } = parts;
  const bits = nulls.kind === 'none' ? undefined : nulls.bits;
  const nullCount = type instanceof Null ? length : nulls.nullCount;
  const buffers = { [BufferType.OFFSET]: offsets, [BufferType.DATA]: values, [BufferType.VALIDITY]: bits };
  return new Data(type, 0, length, nullCount, buffers as Partial<Buffers<T>>, [...children], dictionary);
}

type Buffers<T extends DataType> = Data<T>['buffers'];
