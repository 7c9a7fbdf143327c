/**
 * Values of a column to JavaScript values, an array at a time: the loops.
 */
import { type DirectValues, type FixedArrays, type FixedType, ParquetError, PhysicalType } from '@marquetry/core';

/** Flat values to as many JavaScript values. What stands for nulls is converted too, and must not throw. */
export type Convert = (values: DirectValues) => unknown[];

/** BOOLEAN. */
export const booleans: Convert = (values) => {
  if (values.layout !== 'bits') throw mismatch(values);
  const { data, length } = values;
  const converted: unknown[] = new Array(length);
  for (let i = 0; i < length; i++) converted[i] = (((data[i >> 3] as number) >> (i & 7)) & 1) === 1;
  return converted;
};

/** The elements as they are: numbers, or bigints of a BigInt64Array. Each kind of array has a loop of its own. */
export function elements(type: FixedType): Convert {
  return (values) => {
    const data = fixedData(values, type);
    if (data instanceof Int32Array) return plainInts(data, values.length);
    if (data instanceof BigInt64Array) return plainBigints(data, values.length);
    return plainFloats(data, values.length);
  };
}

function plainInts(data: Int32Array, length: number): unknown[] {
  const converted: unknown[] = new Array(length);
  for (let i = 0; i < length; i++) converted[i] = data[i];
  return converted;
}

function plainBigints(data: BigInt64Array, length: number): unknown[] {
  const converted: unknown[] = new Array(length);
  for (let i = 0; i < length; i++) converted[i] = data[i];
  return converted;
}

function plainFloats(data: Float32Array | Float64Array | Uint8Array, length: number): unknown[] {
  const converted: unknown[] = new Array(length);
  for (let i = 0; i < length; i++) converted[i] = data[i];
  return converted;
}

/** INT32 values through a function. */
export function int32(convert: (value: number) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT32);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(data[i] as number);
    return converted;
  };
}

/** INT64 values through a function. */
export function int64(convert: (value: bigint) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT64);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(data[i] as bigint);
    return converted;
  };
}

/** INT64 values as two words: without BigInt. `low` and `high` are signed. */
export function int64Words(convert: (low: number, high: number) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT64);
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * values.length);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(words[2 * i] as number, words[2 * i + 1] as number);
    return converted;
  };
}

/** Values of a fixed number of bytes through a function of their place. */
export function fixedView(width: number, convert: (view: DataView, at: number) => unknown): Convert {
  return (values) => {
    if (values.layout !== 'fixed' || values.width !== width || !(values.data instanceof Uint8Array)) {
      throw mismatch(values);
    }
    const { data, length } = values;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const converted: unknown[] = new Array(length);
    for (let i = 0; i < length; i++) converted[i] = convert(view, i * width);
    return converted;
  };
}

/** Values that are bytes, in either layout, through a function of a view of each. */
export function byteViews(convert: (bytes: Uint8Array, index: number) => unknown): Convert {
  return (values) => {
    const { length } = values;
    const converted: unknown[] = new Array(length);
    if (values.layout === 'bytes') {
      const { offsets, data } = values;
      for (let i = 0; i < length; i++) {
        converted[i] = convert(data.subarray(offsets[i] as number, offsets[i + 1] as number), i);
      }
      return converted;
    }
    if (values.layout !== 'fixed' || !(values.data instanceof Uint8Array)) throw mismatch(values);
    const { width, data } = values;
    for (let i = 0; i < length; i++) converted[i] = convert(data.subarray(i * width, (i + 1) * width), i);
    return converted;
  };
}

function fixedData<T extends FixedType>(values: DirectValues, type: T): FixedArrays[T] {
  if (values.layout === 'fixed' && values.type === (type as PhysicalType)) return values.data as FixedArrays[T];
  throw mismatch(values);
}

function mismatch({ layout, type }: DirectValues): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `${layout} values of type ${type} are not of the column's type`);
}
