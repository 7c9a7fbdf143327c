/**
 * Reads and creates Arrow data that has only nulls. Such data has a validity bitmap but no other buffers. For example,
 * if a column of an apache-arrow table is shorter than the others, apache-arrow pads it with such data.
 */
import { type DirectValues, fixedValues, type NoNulls, type NullBitmap, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type Data, type DataType, makeData, Type } from 'apache-arrow';

/** True if there is at least one entry and all entries are null. The other buffers may then be missing. */
export function isAllNull(nulls: NoNulls | NullBitmap, length: number): boolean {
  return length > 0 && nulls.nullCount === length;
}

/** Returns `length` placeholder values for a column with only nulls. */
export function nullValues(leaf: LeafNode, length: number): DirectValues {
  const { type, width } = leaf;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return { layout: 'bits', type, length, data: new Uint8Array(Math.ceil(length / 8)) };
    case PhysicalType.BYTE_ARRAY:
      return { layout: 'bytes', type, length, offsets: new Int32Array(length + 1), data: new Uint8Array() };
    default:
      return fixedValues(leaf, new Uint8Array(length * width), 0, length);
  }
}

/** Returns Arrow data of `length` nulls. It has no buffers except the bitmap. */
export function nullData(type: DataType, length: number): Data {
  return makeData({ type, length, nullCount: length, nullBitmap: new Uint8Array(Math.ceil(length / 8)) } as never);
}

/** Returns Arrow data of length 0. If the type is a struct, the data has empty child arrays. */
export function emptyData(type: DataType): Data {
  const children = type.typeId === Type.Struct ? (type.children ?? []).map((child) => emptyData(child.type)) : [];
  return makeData({ type, length: 0, ...(children.length > 0 && { children }) } as never);
}
