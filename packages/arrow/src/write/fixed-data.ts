/** Returns the values of fixed-width Arrow data as a typed array. */
import { ParquetError } from '@marquetry/core';
import type { Data, DataType } from 'apache-arrow';
import type { Entries } from '../entries.js';

export interface FixedData<T extends DataType = DataType> {
  readonly type: T;
  readonly length: number;
  /** The buffer with the values. It may be longer than the values. */
  readonly values: ArrayBufferView;
}

interface ElementArray {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): ArrayBufferView;
}

/**
 * Returns the values as a typed array over the memory of the Arrow data. Copies them only if they are misaligned for
 * the type.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, if the buffer is too short for the values.
 */
export function fixedData({ values, length, stride, type }: Data, { column }: Pick<Entries, 'column'>): FixedData {
  const Elements: ElementArray = type.ArrayType;
  const count = length * stride;
  const view: ArrayBufferView = ArrayBuffer.isView(values) ? values : new Uint8Array();
  if (view.byteLength < count * Elements.BYTES_PER_ELEMENT) throw tooShort(view.byteLength, length, column);
  if (view.constructor === Elements) return { type, length, values: view };
  const isAligned = view.byteOffset % Elements.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned
    ? view
    : new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
  return { type, length, values: new Elements(buffer, byteOffset, count) };
}

export function tooShort(byteLength: number, length: number, column: string): ParquetError {
  const what = `a buffer of ${byteLength} bytes is too short for ${length} values`;
  return new ParquetError('INVALID_ARGUMENT', what, { column });
}
