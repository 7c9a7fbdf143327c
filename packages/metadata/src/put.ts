/** Writes fields of a struct. Each function writes one field, or nothing if the value is undefined. */

import { type CompactWriter, WireType } from '@marquetry/thrift';

export function putBool(writer: CompactWriter, id: number, value: boolean | undefined): void {
  if (value !== undefined) writer.writeBoolField(id, value);
}

export function putI8(writer: CompactWriter, id: number, value: number | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.I8, id);
  writer.writeI8(value);
}

export function putI16(writer: CompactWriter, id: number, value: number | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.I16, id);
  writer.writeI16(value);
}

export function putI32(writer: CompactWriter, id: number, value: number | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.I32, id);
  writer.writeI32(value);
}

export function putI64(writer: CompactWriter, id: number, value: number | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.I64, id);
  writer.writeI64(value);
}

export function putDouble(writer: CompactWriter, id: number, value: number | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.DOUBLE, id);
  writer.writeDouble(value);
}

export function putBinary(writer: CompactWriter, id: number, value: Uint8Array | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.BINARY, id);
  writer.writeBinary(value);
}

export function putString(writer: CompactWriter, id: number, value: string | undefined): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.BINARY, id);
  writer.writeString(value);
}

/** Writes a struct field. `put` must write the whole struct, including `beginStruct` and `endStruct`. */
export function putStruct<T>(
  writer: CompactWriter,
  id: number,
  value: T | undefined,
  put: (writer: CompactWriter, value: T) => void,
): void {
  if (value === undefined) return;
  writer.writeFieldHeader(WireType.STRUCT, id);
  put(writer, value);
}

/** Writes a field whose value is a struct without fields. */
export function putEmptyStruct(writer: CompactWriter, id: number): void {
  writer.writeFieldHeader(WireType.STRUCT, id);
  writer.endStruct(writer.beginStruct());
}

/** Writes a list field. `put` must write one element. */
export function putList<T>(
  writer: CompactWriter,
  id: number,
  elementType: number,
  values: readonly T[] | undefined,
  put: (writer: CompactWriter, value: T) => void,
): void {
  if (values === undefined) return;
  writer.writeFieldHeader(WireType.LIST, id);
  writer.writeListHeader(elementType, values.length);
  for (const value of values) put(writer, value);
}

export function putI32List(writer: CompactWriter, id: number, values: readonly number[] | undefined): void {
  putList(writer, id, WireType.I32, values, (target, value) => target.writeI32(value));
}

export function putI64List(writer: CompactWriter, id: number, values: readonly number[] | undefined): void {
  putList(writer, id, WireType.I64, values, (target, value) => target.writeI64(value));
}

export function putBoolList(writer: CompactWriter, id: number, values: readonly boolean[] | undefined): void {
  putList(writer, id, WireType.TRUE, values, (target, value) => target.writeBoolElement(value));
}

export function putBinaryList(writer: CompactWriter, id: number, values: readonly Uint8Array[] | undefined): void {
  putList(writer, id, WireType.BINARY, values, (target, value) => target.writeBinary(value));
}

export function putStringList(writer: CompactWriter, id: number, values: readonly string[] | undefined): void {
  putList(writer, id, WireType.BINARY, values, (target, value) => target.writeString(value));
}
