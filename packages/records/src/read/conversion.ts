/** The loops that convert arrays of column values to JavaScript values. */
import {
  type DirectValues,
  type FixedArrays,
  type FixedType,
  nameOf,
  ParquetError,
  PhysicalType,
  viewOf,
} from '@marquetry/core';

/**
 * Converts values that are not dictionary indices to an array of JavaScript values, one per value. It must not throw
 * for zeros and empty values, because these also stand in for nulls.
 */
export type Convert = (values: DirectValues) => unknown[];

/** Converts BOOLEAN values to `true` and `false`. */
export const booleans: Convert = (values) => {
  if (values.layout !== 'bits') throw mismatch(values);
  const { data, length } = values;
  const converted: unknown[] = new Array(length);
  for (let i = 0; i < length; i++) converted[i] = (((data[i >> 3] as number) >> (i & 7)) & 1) === 1;
  return converted;
};

/**
 * Returns a function that converts fixed-width values to an array of the same numbers or bigints. There is one loop per
 * array type, for speed.
 */
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

/** Returns a conversion that applies a function to each INT32 value. */
export function int32(convert: (value: number) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT32);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(data[i] as number);
    return converted;
  };
}

/** Returns a conversion that applies a function to each INT64 value, given as a bigint. */
export function int64(convert: (value: bigint) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT64);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(data[i] as bigint);
    return converted;
  };
}

/**
 * Returns a conversion that applies a function to each INT64 value, given as two signed 32-bit words, which avoids
 * creating bigints.
 */
export function int64Words(convert: (low: number, high: number) => unknown): Convert {
  return (values) => {
    const data = fixedData(values, PhysicalType.INT64);
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * values.length);
    const converted: unknown[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) converted[i] = convert(words[2 * i] as number, words[2 * i + 1] as number);
    return converted;
  };
}

/**
 * Returns a conversion that calls a function for each value of `width` bytes, with a DataView and the position of the
 * value in it.
 */
export function fixedView(width: number, convert: (view: DataView, at: number) => unknown): Convert {
  return (values) => {
    if (values.layout !== 'fixed' || values.width !== width || !(values.data instanceof Uint8Array)) {
      throw mismatch(values);
    }
    const { data, length } = values;
    const view = viewOf(data);
    const converted: unknown[] = new Array(length);
    for (let i = 0; i < length; i++) converted[i] = convert(view, i * width);
    return converted;
  };
}

/**
 * Returns a conversion that calls a function with the bytes of each BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY value, as a
 * view.
 */
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

function mismatch({ type }: DirectValues): ParquetError {
  return new ParquetError(
    'INVALID_ARGUMENT',
    `the values are ${nameOf(PhysicalType, type)}, which is not the type of the column`,
  );
}
