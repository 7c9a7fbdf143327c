/** Creates typed views of fixed-width values over raw bytes. */
import { type ColumnType, describeColumnType } from './column-type.js';
import { ParquetError } from './errors.js';
import { PhysicalType } from './ids.js';
import type { FixedType, FixedValues } from './values.js';

/** True for the types whose values have the `fixed` layout. */
export function isFixedType(type: PhysicalType): type is FixedType {
  return type !== PhysicalType.BOOLEAN && type !== PhysicalType.BYTE_ARRAY;
}

/**
 * Returns the `length` values of a fixed-width column that start at `bytes[position]`. All of them must be within
 * `bytes`. The result shares memory with `bytes` if the first value is aligned for the type; otherwise it is a copy.
 */
export function fixedValues(column: ColumnType, bytes: Uint8Array, position: number, length: number): FixedValues {
  const { type, width } = column;
  const start = bytes.byteOffset + position;
  const byteLength = length * width;
  switch (type) {
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return { layout: 'fixed', type, length, width, data: bytes.subarray(position, position + byteLength) };
    case PhysicalType.INT32:
    case PhysicalType.INT64:
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE: {
      // Typed arrays cannot start at a misaligned position.
      const aligned = start % width === 0;
      const buffer = aligned ? bytes.buffer : copyBytes(bytes, position, position + byteLength).buffer;
      return wordValues(type, buffer, aligned ? start : 0, length);
    }
    default:
      throw new ParquetError('INVALID_ARGUMENT', `the type ${describeColumnType(column)} has no fixed width`);
  }
}

function wordValues(
  type: Exclude<FixedType, typeof PhysicalType.INT96 | typeof PhysicalType.FIXED_LEN_BYTE_ARRAY>,
  buffer: ArrayBufferLike,
  start: number,
  length: number,
): FixedValues {
  switch (type) {
    case PhysicalType.INT32:
      return { layout: 'fixed', type, length, width: 4, data: new Int32Array(buffer, start, length) };
    case PhysicalType.INT64:
      return { layout: 'fixed', type, length, width: 8, data: new BigInt64Array(buffer, start, length) };
    case PhysicalType.FLOAT:
      return { layout: 'fixed', type, length, width: 4, data: new Float32Array(buffer, start, length) };
    case PhysicalType.DOUBLE:
      return { layout: 'fixed', type, length, width: 8, data: new Float64Array(buffer, start, length) };
  }
}

/**
 * Returns a copy of `bytes[from, to)`. Use this instead of `slice`, which shares memory if `bytes` is a Node Buffer.
 */
export function copyBytes(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to));
}

/**
 * Returns the bytes of a typed array, as a view of the same memory. Returns the argument itself if it is a plain
 * `Uint8Array` (not a Node Buffer).
 */
export function bytesOf(data: ArrayBufferView): Uint8Array {
  if (data.constructor === Uint8Array) return data as Uint8Array;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Returns a DataView over the same memory as `bytes`. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
