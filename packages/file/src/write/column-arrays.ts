/**
 * Converts typed arrays to column values.
 */
import { describeColumnType, type FixedValues, ParquetError, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * A typed array with one element per value: Int32Array and smaller integers (INT32), BigInt64Array, BigUint64Array
 * (INT64), Float32Array (FLOAT), Float64Array (DOUBLE), or Uint8Array with `width` bytes per value
 * (FIXED_LEN_BYTE_ARRAY, INT96).
 */
export type ArrayInput =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** Arrays of small integers, which are widened to 32 bits to write them to an INT32 column. */
export type SmallIntegers = Int8Array | Uint8Array | Int16Array | Uint16Array;

/** True if the column is INT32 and the array has narrower elements. */
export function isNarrower({ type }: LeafNode, array: ArrayInput): array is SmallIntegers {
  return (
    type === PhysicalType.INT32 &&
    (array instanceof Int8Array ||
      array instanceof Uint8Array ||
      array instanceof Int16Array ||
      array instanceof Uint16Array)
  );
}

/** Returns the integers as 32-bit values for an INT32 column. */
export function widenedValues({ width }: LeafNode, array: SmallIntegers): FixedValues {
  return { layout: 'fixed', type: PhysicalType.INT32, length: array.length, width, data: new Int32Array(array) };
}

/**
 * Returns the elements of a typed array as values of the column. The values share the memory of the array.
 * @throws ParquetError INVALID_ARGUMENT if the elements of the array do not match the column.
 */
export function arrayValues(leaf: LeafNode, array: ArrayInput): FixedValues {
  const { type, width } = leaf;
  const { length } = array;
  switch (type) {
    case PhysicalType.INT32:
      if (array instanceof Int32Array) return { layout: 'fixed', type, length, width, data: array };
      if (array instanceof Uint32Array) {
        const data = new Int32Array(array.buffer, array.byteOffset, length);
        return { layout: 'fixed', type, length, width, data };
      }
      break;
    case PhysicalType.INT64:
      if (array instanceof BigInt64Array) return { layout: 'fixed', type, length, width, data: array };
      if (array instanceof BigUint64Array) {
        const data = new BigInt64Array(array.buffer, array.byteOffset, length);
        return { layout: 'fixed', type, length, width, data };
      }
      break;
    case PhysicalType.FLOAT:
      if (array instanceof Float32Array) return { layout: 'fixed', type, length, width, data: array };
      break;
    case PhysicalType.DOUBLE:
      if (array instanceof Float64Array) return { layout: 'fixed', type, length, width, data: array };
      break;
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      if (array instanceof Uint8Array && width > 0 && length % width === 0) {
        return { layout: 'fixed', type, length: length / width, width, data: array };
      }
      break;
    default:
  }
  const name = Object.prototype.toString.call(array).slice(8, -1);
  const what = `the given ${name} of length ${length} cannot hold ${describeColumnType(leaf)} values`;
  throw new ParquetError('INVALID_ARGUMENT', what);
}
