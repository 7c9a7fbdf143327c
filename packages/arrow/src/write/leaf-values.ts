/**
 * Converts Arrow data, except lists, maps and structs, to the values of a column. If Arrow and Parquet use the same
 * layout, the result shares memory with the data.
 */
import { copyBits } from '@marquetry/bit-io';
import { type DirectValues, type FixedValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import {
  type Data,
  type Date_,
  DateUnit,
  type Decimal,
  type Interval,
  type Time,
  type Timestamp,
  TimeUnit,
  Type,
} from 'apache-arrow';
import type { Entries } from '../entries.js';
import { byteArrays } from './byte-arrays.js';
import { decimalValues } from './decimals.js';
import { type FixedData, fixedData, tooShort } from './fixed-data.js';
import { intervalValues } from './intervals.js';
import { millisToDays, secondsToMillis32, secondsToMillis64 } from './times.js';

/**
 * Returns the values of `data`, whose type must match the column. There is one value per entry; the values of nulls
 * have no meaning.
 * @throws ParquetError naming the column and the row: INVALID_ARGUMENT for buffers that are too short, and for dates
 * with a time of day; LIMIT for values out of the range of the column's type.
 */
export function leafValues(data: Data, leaf: LeafNode, entries: Entries): DirectValues {
  const { type, length } = data;
  switch (type.typeId) {
    case Type.Null:
      return fixed(PhysicalType.INT32, new Int32Array(length), length);
    case Type.Bool:
      return bitValues(data, entries);
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
      return byteArrays(data, entries);
    default:
      return fixedValues(fixedData(data, entries), leaf, entries);
  }
}

function fixedValues(data: FixedData, leaf: LeafNode, entries: Entries): DirectValues {
  const { type, length, values } = data;
  switch (type.typeId) {
    case Type.FixedSizeBinary:
      return bytesOfWidth(values, leaf, length);
    case Type.Decimal:
      return decimalValues(data as FixedData<Decimal>, leaf, entries);
    case Type.Interval:
      return intervalValues(data as FixedData<Interval>, entries);
    case Type.Date:
      if ((type as Date_).unit === DateUnit.MILLISECOND) return millisToDays(values as BigInt64Array, length, entries);
      break;
    case Type.Time:
      if ((type as Time).unit === TimeUnit.SECOND) return secondsToMillis32(values as Int32Array, length, entries);
      break;
    case Type.Timestamp:
      if ((type as Timestamp).unit === TimeUnit.SECOND)
        return secondsToMillis64(values as BigInt64Array, length, entries);
      break;
    default:
  }
  return numbers(values, leaf, length);
}

function numbers(values: ArrayBufferView, leaf: LeafNode, length: number): DirectValues {
  const { buffer, byteOffset } = values;
  switch (leaf.type) {
    case PhysicalType.INT32: {
      const isWide = values instanceof Int32Array || values instanceof Uint32Array;
      const data = isWide ? new Int32Array(buffer, byteOffset, length) : widened(values, length);
      return fixed(leaf.type, data, length);
    }
    case PhysicalType.INT64:
      return fixed(leaf.type, new BigInt64Array(buffer, byteOffset, length), length);
    case PhysicalType.FLOAT:
      return fixed(leaf.type, new Float32Array(buffer, byteOffset, length), length);
    case PhysicalType.DOUBLE:
      return fixed(leaf.type, new Float64Array(buffer, byteOffset, length), length);
    default:
      return bytesOfWidth(values, leaf, length);
  }
}

/** Converts 8- and 16-bit integers to 32 bits. */
function widened(values: ArrayBufferView, length: number): Int32Array {
  return Int32Array.from((values as Int8Array).subarray(0, length));
}

function fixed<T extends FixedValues['type']>(
  type: T,
  data: Extract<FixedValues, { readonly type: T }>['data'],
  length: number,
): FixedValues {
  return { layout: 'fixed', type, length, width: data.BYTES_PER_ELEMENT, data } as FixedValues;
}

function bytesOfWidth(values: ArrayBufferView, { type, width }: LeafNode, length: number): DirectValues {
  const data = new Uint8Array(values.buffer, values.byteOffset, length * width);
  return { layout: 'fixed', type, length, width, data } as FixedValues;
}

function bitValues({ values, offset, length }: Data, { column }: Entries): DirectValues {
  const source: Uint8Array = values ?? new Uint8Array();
  if (8 * source.length < offset + length) throw tooShort(source.length, length, column);
  const data = new Uint8Array(Math.ceil(length / 8));
  copyBits(source, offset, data, 0, length);
  return { layout: 'bits', type: PhysicalType.BOOLEAN, length, data };
}
