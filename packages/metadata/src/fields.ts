/**
 * Reads fields of a known type. Each function reads the value of the current field, and throws CORRUPT with the name of
 * the field if its wire type is wrong. Names consist of interface and property, as in `ColumnMetaData.codec`.
 *
 * The wire types of the most frequent fields are literals. Bundled code would load constants from an object at each
 * use, which takes a tenth of the time needed to read a page header.
 */

import type { ParquetError, Steps } from '@marquetry/core';
import {
  type CompactReader,
  holdParsed,
  nameOfWireType,
  readBoolElement,
  readDouble,
  readString,
  readText,
  WireType,
} from '@marquetry/thrift';

/** The interface `T` with writable properties, for objects that are built field by field. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function boolField(reader: CompactReader, name: string): boolean {
  if (reader.type !== 1 && reader.type !== 2) throw wrongType(reader, name, 'a boolean');
  return reader.readBool();
}

export function i8Field(reader: CompactReader, name: string): number {
  if (reader.type !== WireType.I8) throw wrongType(reader, name, 'I8');
  return reader.readI8();
}

export function i16Field(reader: CompactReader, name: string): number {
  if (reader.type !== WireType.I16) throw wrongType(reader, name, 'I16');
  return reader.readI16();
}

export function i32Field(reader: CompactReader, name: string): number {
  if (reader.type !== 5) throw wrongType(reader, name, 'I32');
  return reader.readI32();
}

export function i64Field(reader: CompactReader, name: string): number {
  if (reader.type !== 6) throw wrongType(reader, name, 'I64');
  return reader.readI64();
}

/** Reads a count stored as an i32. @throws ParquetError CORRUPT if it is negative. */
export function count32Field(reader: CompactReader, name: string): number {
  const value = i32Field(reader, name);
  if (value < 0) throw negative(reader, name, value);
  return value;
}

/** Reads a count stored as an i64. @throws ParquetError CORRUPT if it is negative. */
export function count64Field(reader: CompactReader, name: string): number {
  const value = i64Field(reader, name);
  if (value < 0) throw negative(reader, name, value);
  return value;
}

export function doubleField(reader: CompactReader, name: string): number {
  if (reader.type !== WireType.DOUBLE) throw wrongType(reader, name, 'DOUBLE');
  return readDouble(reader);
}

/** Reads binary data. Returns a view that shares memory with the input bytes. */
export function binaryField(reader: CompactReader, name: string): Uint8Array {
  if (reader.type !== WireType.BINARY) throw wrongType(reader, name, 'BINARY');
  return reader.readBinary();
}

/** Reads a string that must be valid UTF-8, such as a name. @throws ParquetError CORRUPT if it is not valid UTF-8. */
export function nameField(reader: CompactReader, name: string): string {
  if (reader.type !== WireType.BINARY) throw wrongType(reader, name, 'BINARY');
  return held(reader, readString(reader));
}

/** Reads free text; invalid UTF-8 is replaced by U+FFFD. */
export function textField(reader: CompactReader, name: string): string {
  if (reader.type !== WireType.BINARY) throw wrongType(reader, name, 'BINARY');
  return held(reader, readText(reader));
}

/** Counts the memory of a string, at two bytes per character. (Engines use one or two.) */
function held(reader: CompactReader, text: string): string {
  holdParsed(reader, textBytes + 2 * text.length);
  return text;
}

/** Checks that the value of the current field is a struct. The caller reads the struct. */
export function expectStruct(reader: CompactReader, name: string): void {
  if (reader.type !== 12) throw wrongType(reader, name, 'STRUCT');
}

/** Reads the struct in the current field. `parse` must read the whole struct, including its stop byte. */
export function structField<T>(reader: CompactReader, name: string, parse: (reader: CompactReader) => T): T {
  expectStruct(reader, name);
  return parse(reader);
}

const shortList = 256;

// Approximate heap bytes in V8, rounded up, of a string without its characters, a typed-array view, a number that may
// be boxed, and an array element including the unused capacity of a grown array.
const textBytes = 24;
const viewBytes = 112;
const numberBytes = 16;
const placeBytes = 16;

/**
 * Reads the list in the current field. `parse` must read one element.
 * @param elementBytes Heap bytes per element, not counting its strings.
 */
export function listField<T>(
  reader: CompactReader,
  name: string,
  elementType: number,
  elementBytes: number,
  parse: (reader: CompactReader) => T,
): T[] {
  const count = listHeader(reader, name, elementType);
  holdParsed(reader, count * (placeBytes + elementBytes));
  // A short list is allocated at its stated size. A long list grows as its elements are read, because the stated count
  // may be wrong.
  const elements = count <= shortList ? new Array<T>(count) : [];
  for (let index = 0; index < count; index++) elements[index] = parse(reader);
  return elements;
}

/** Number of elements to read per step. A step takes less than a millisecond. */
export const stepElements: number = 2 ** 10;

/** Like {@link listField}, but reads in steps, for lists that may be long. */
export function* listFieldInSteps<T>(
  reader: CompactReader,
  name: string,
  elementType: number,
  elementBytes: number,
  parse: (reader: CompactReader) => T,
): Steps<T[]> {
  const count = listHeader(reader, name, elementType);
  holdParsed(reader, count * (placeBytes + elementBytes));
  const elements = count <= shortList ? new Array<T>(count) : [];
  for (let index = 0; index < count; index++) {
    elements[index] = parse(reader);
    if (index % stepElements === stepElements - 1) yield;
  }
  return elements;
}

/** Reads the header of the list in the current field, and returns the number of elements. */
export function listHeader(reader: CompactReader, name: string, elementType: number): number {
  if (reader.type !== WireType.LIST) throw wrongType(reader, name, 'LIST');
  const count = reader.readListHeader();
  const found = reader.elementType === WireType.FALSE ? WireType.TRUE : reader.elementType;
  if (count > 0 && found !== elementType) {
    throw reader.error(
      'CORRUPT',
      `${name} is a list of ${nameOfWireType(found)}, not of ${nameOfWireType(elementType)}`,
    );
  }
  return count;
}

export function i64List(reader: CompactReader, name: string): number[] {
  return listField(reader, name, WireType.I64, numberBytes, (element) => element.readI64());
}

export function i32List(reader: CompactReader, name: string): number[] {
  return listField(reader, name, WireType.I32, 0, (element) => element.readI32());
}

export function boolList(reader: CompactReader, name: string): boolean[] {
  return listField(reader, name, WireType.TRUE, 0, (element) => readBoolElement(element));
}

/** Reads a list of binary data. Returns views that share memory with the input bytes. */
export function binaryList(reader: CompactReader, name: string): Uint8Array[] {
  return listField(reader, name, WireType.BINARY, viewBytes, (element) => element.readBinary());
}

export function nameList(reader: CompactReader, name: string): string[] {
  return listField(reader, name, WireType.BINARY, 0, (element) => held(element, readString(element)));
}

/**
 * Returns the value of a required field.
 * @throws ParquetError CORRUPT if `value` is undefined, because the field is missing.
 */
export function required<T>(value: T | undefined, reader: CompactReader, name: string): T {
  if (value === undefined) throw missing(reader, name);
  return value;
}

// Errors are created in separate functions, so that the functions that read fields are small enough for engines to
// inline.

function missing(reader: CompactReader, name: string): ParquetError {
  return reader.error('CORRUPT', `${name} is missing`);
}

function negative(reader: CompactReader, name: string, value: number): ParquetError {
  return reader.error('CORRUPT', `${name} is negative: ${value}`);
}

function wrongType(reader: CompactReader, name: string, expected: string): ParquetError {
  return reader.error('CORRUPT', `${name} has wire type ${nameOfWireType(reader.type)}, not ${expected}`);
}
