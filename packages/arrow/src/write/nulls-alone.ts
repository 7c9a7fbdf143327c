/**
 * Data in which everything is null. Tables of apache-arrow have such chunks where one column is shorter than the others, and
 * those have a bitmap and no other buffers.
 */
import { type DirectValues, fixedValues, type NoNulls, type NullBitmap, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type Data, type DataType, makeData, Type } from 'apache-arrow';

/** Whether there are entries, and no value among them: nothing but the bitmap is then looked at. */
export function isAllNull(nulls: NoNulls | NullBitmap, length: number): boolean {
  return length > 0 && nulls.nullCount === length;
}

/** What stands for the values of `length` nulls. */
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

/** Nulls of a type, without other buffers. */
export function nullData(type: DataType, length: number): Data {
  return makeData({ type, length, nullCount: length, nullBitmap: new Uint8Array(Math.ceil(length / 8)) } as never);
}

/** No entries of a type; structs have their children. */
export function emptyData(type: DataType): Data {
  const children = type.typeId === Type.Struct ? (type.children ?? []).map((child) => emptyData(child.type)) : [];
  return makeData({ type, length: 0, ...(children.length > 0 && { children }) } as never);
}
