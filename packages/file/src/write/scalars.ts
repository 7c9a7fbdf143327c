/**
 * Columns from plain arrays: convenient, and slower than typed arrays.
 */
import {
  describeColumnType,
  type FixedValues,
  type FlatValues,
  type Nulls,
  noNulls,
  ParquetError,
  PhysicalType,
} from '@marquetry/core';
import { isFlat, type LeafNode } from '@marquetry/schema';

/**
 * A value of a column as JavaScript has it: boolean (BOOLEAN), number (INT32, FLOAT, DOUBLE; INT64 within 2^53), bigint
 * (INT64), string (BYTE_ARRAY, as UTF-8), bytes (BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96); null or undefined for null.
 */
export type Scalar = boolean | number | bigint | string | Uint8Array | null | undefined;

/** What the array holds, apart from nulls, and where the nulls are. */
export interface ScalarSlots {
  readonly values: FlatValues;
  readonly nulls: Nulls;
  readonly slotCount: number;
}

/** @throws ParquetError INVALID_ARGUMENT, naming the row, for a value that the column cannot hold. */
export function scalarSlots(leaf: LeafNode, array: readonly Scalar[]): ScalarSlots {
  if (!isFlat(leaf)) throw new ParquetError('INVALID_ARGUMENT', 'a nested column is written from values and levels');
  const bits = new Uint8Array(Math.ceil(array.length / 8));
  const rows = new Int32Array(array.length);
  let length = 0;
  for (let row = 0; row < array.length; row++) {
    if (array[row] === null || array[row] === undefined) continue;
    bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
    rows[length++] = row;
  }
  const nullCount = array.length - length;
  const filled: Filled = { leaf, array, rows: rows.subarray(0, length) };
  const nulls: Nulls = nullCount === 0 ? noNulls : { kind: 'bitmap', bits, nullCount };
  return { values: filledValues(filled), nulls, slotCount: array.length };
}

/** The slots of an array that have a value. */
interface Filled {
  readonly leaf: LeafNode;
  readonly array: readonly Scalar[];
  readonly rows: Int32Array;
}

function filledValues(filled: Filled): FlatValues {
  const { type, width } = filled.leaf;
  const { length } = filled.rows;
  switch (type) {
    case PhysicalType.BOOLEAN: {
      const data = new Uint8Array(Math.ceil(length / 8));
      each(filled, (value, i) => {
        if (typeof value !== 'boolean') return false;
        if (value) data[i >> 3] = (data[i >> 3] as number) | (1 << (i & 7));
        return true;
      });
      return { layout: 'bits', type, length, data };
    }
    case PhysicalType.INT32: {
      const data = new Int32Array(length);
      each(filled, (value, i) => {
        if (typeof value !== 'number') return false;
        data[i] = value;
        return data[i] === value || ((data[i] as number) >>> 0 === value && isUnsigned(filled.leaf));
      });
      return { layout: 'fixed', type, length, width, data };
    }
    case PhysicalType.INT64: {
      const data = new BigInt64Array(length);
      each(filled, (value, i) => {
        if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return false;
        const whole = BigInt(value as bigint | number);
        data[i] = whole;
        return data[i] === whole || (BigInt.asUintN(64, data[i] as bigint) === whole && isUnsigned(filled.leaf));
      });
      return { layout: 'fixed', type, length, width, data };
    }
    case PhysicalType.FLOAT: {
      const data = new Float32Array(length);
      each(filled, (value, i) => putNumber(data, value, i));
      return { layout: 'fixed', type, length, width, data };
    }
    case PhysicalType.DOUBLE: {
      const data = new Float64Array(length);
      each(filled, (value, i) => putNumber(data, value, i));
      return { layout: 'fixed', type, length, width, data };
    }
    case PhysicalType.BYTE_ARRAY:
      return byteArrays(filled);
    case PhysicalType.INT96:
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return fixedBytes(filled, type);
  }
}

/** Calls `put` with each value; false from it says that the value does not fit. */
function each({ leaf, array, rows }: Filled, put: (value: Scalar, i: number) => boolean): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (put(array[row], i)) continue;
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `row ${row}: ${shown(array[row])} is no value of a ${describeColumnType(leaf)} column`,
    );
  }
}

function putNumber(data: Float32Array | Float64Array, value: Scalar, i: number): boolean {
  if (typeof value !== 'number') return false;
  data[i] = value;
  return true;
}

function fixedBytes(
  filled: Filled,
  type: typeof PhysicalType.INT96 | typeof PhysicalType.FIXED_LEN_BYTE_ARRAY,
): FixedValues {
  const { width } = filled.leaf;
  const { length } = filled.rows;
  const data = new Uint8Array(length * width);
  each(filled, (value, i) => {
    if (!(value instanceof Uint8Array) || value.length !== width) return false;
    data.set(value, i * width);
    return true;
  });
  return { layout: 'fixed', type, length, width, data };
}

function byteArrays(filled: Filled): FlatValues {
  const { length } = filled.rows;
  const encoder = new TextEncoder();
  const offsets = new Int32Array(length + 1);
  let data = new Uint8Array(16 * length);
  let end = 0;
  const reserve = (bytes: number): void => {
    if (end + bytes <= data.length) return;
    if (end + bytes >= 2 ** 31) throw new ParquetError('LIMIT', 'a batch holds 2 GiB of bytes; write smaller batches');
    const larger = new Uint8Array(Math.min(Math.max(2 * data.length, end + bytes), 2 ** 31 - 1));
    larger.set(data.subarray(0, end));
    data = larger;
  };
  each(filled, (value, i) => {
    if (typeof value === 'string') {
      // UTF-16 units become at most three bytes each.
      reserve(3 * value.length);
      const { written } = encoder.encodeInto(value, data.subarray(end));
      // A lone surrogate would come back as U+FFFD.
      if (written !== value.length && /\p{Surrogate}/u.test(value)) return false;
      end += written;
    } else if (value instanceof Uint8Array) {
      reserve(value.length);
      data.set(value, end);
      end += value.length;
    } else {
      return false;
    }
    offsets[i + 1] = end;
    return true;
  });
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length, offsets, data: data.subarray(0, end) };
}

function isUnsigned({ annotation }: LeafNode): boolean {
  return annotation?.kind === 'INTEGER' && !annotation.isSigned;
}

function shown(value: Scalar): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return `${typeof value} ${text.length > 40 ? `${text.slice(0, 40)}...` : text}`;
}
