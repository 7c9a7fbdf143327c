/**
 * Parses the Arrow schema that a file's metadata contains under the key `ARROW:schema`: an encapsulated IPC message in base64 (Schema.fbs and
 * Message.fbs of Arrow, and "Encapsulated message format" in its columnar format). The bytes are:
 *
 *   ff ff ff ff   a marker; absent in messages of versions before 0.15
 *   int32         number of bytes of the flatbuffer
 *   flatbuffer    Message, whose header is a Schema
 */
import type { Steps } from '@marquetry/core';
import { inStrides } from '../read/strides.js';
import { type Flatbuffer, type FlatTable, openFlatbuffer } from './flatbuffer.js';

export const storedSchemaKey = 'ARROW:schema';

/** A field of the stored Arrow schema. Members that do not apply to its type are `undefined`. */
export interface StoredField {
  readonly name: string;
  readonly nullable: boolean;
  /**
   * The number of the type in Schema.fbs, which equals its number in the enum `Type` of apache-arrow. For a dictionary,
   * this is the type of the entries.
   */
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly precision?: number;
  readonly scale?: number;
  readonly unit?: number;
  readonly timezone?: string | null;
  readonly byteWidth?: number;
  readonly listSize?: number;
  /** Present if the field is dictionary-encoded. */
  readonly dictionary?: { readonly isOrdered: boolean };
  readonly children: readonly StoredField[];
  readonly metadata: ReadonlyMap<string, string>;
}

export interface StoredSchema {
  readonly fields: readonly StoredField[];
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * The numbers in Schema.fbs of the types that have parameters, or whose columns are converted. apache-arrow 20 does not define names for all of them.
 */
export const StoredType = {
  Int: 2,
  Float: 3,
  Binary: 4,
  Utf8: 5,
  Decimal: 7,
  Date: 8,
  Time: 9,
  Timestamp: 10,
  Interval: 11,
  List: 12,
  Struct: 13,
  FixedSizeBinary: 15,
  FixedSizeList: 16,
  Map: 17,
  Duration: 18,
  LargeBinary: 19,
  LargeUtf8: 20,
  LargeList: 21,
  BinaryView: 23,
  Utf8View: 24,
} as const;

/** The number that identifies a Schema in the header of a Message (`MessageHeader.Schema` in Message.fbs). */
const schemaHeader = 1;
const mostDepth = 64;
/** Number of fields to process between two `yield`s. */
const stepFields = 2 ** 8;

/**
 * Parses the stored schema, in steps of about a millisecond. Returns `undefined` if the text is not a valid Arrow
 * schema.
 */
export function* readStoredSchema(text: string): Steps<StoredSchema | undefined> {
  try {
    const bytes = yield* bytesOfBase64(text);
    const flat = openFlatbuffer(bytes, startOf(bytes));
    const header = flat.uint8(flat.root, 1) === schemaHeader ? flat.table(flat.root, 2) : undefined;
    if (header === undefined) return undefined;
    const fields: StoredField[] = [];
    for (const table of flat.tables(header, 1)) {
      fields.push(fieldOf(flat, table, 0));
      if (fields.length % stepFields === 0) yield;
    }
    return { fields, metadata: metadataOf(flat, header, 2) };
  } catch (error) {
    // This catches the errors for invalid text: `atob` throws a DOMException, and `openFlatbuffer` a RangeError or
    // TypeError.
    if (error instanceof RangeError || error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

function* bytesOfBase64(text: string): Steps<Uint8Array> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  yield* inStrides(bytes.length, (from, to) => {
    for (let i = from; i < to; i++) bytes[i] = characters.charCodeAt(i);
  });
  return bytes;
}

function startOf(bytes: Uint8Array): number {
  return bytes.length >= 8 && bytes[0] === 0xff && bytes[1] === 0xff && bytes[2] === 0xff && bytes[3] === 0xff ? 8 : 4;
}

function fieldOf(flat: Flatbuffer, table: FlatTable, depth: number): StoredField {
  if (depth > mostDepth) throw new RangeError('the fields of the stored Arrow schema are nested too deeply');
  const typeId = flat.uint8(table, 2);
  const type = flat.table(table, 3);
  const dictionary = flat.table(table, 4);
  return {
    name: flat.string(table, 0) ?? '',
    nullable: flat.uint8(table, 1) !== 0,
    typeId,
    ...(type && parametersOf(flat, typeId, type)),
    ...(dictionary && { dictionary: { isOrdered: flat.uint8(dictionary, 2) !== 0 } }),
    children: flat.tables(table, 5).map((child) => fieldOf(flat, child, depth + 1)),
    metadata: metadataOf(flat, table, 6),
  };
}

/** Returns the parameters of a type, with the names that apache-arrow uses. */
function parametersOf(flat: Flatbuffer, typeId: number, type: FlatTable): Partial<StoredField> {
  switch (typeId) {
    case StoredType.Int:
      return { bitWidth: flat.int32(type, 0), isSigned: flat.uint8(type, 1) !== 0 };
    case StoredType.Float:
      return { precision: flat.int16(type, 0) };
    case StoredType.Decimal:
      return { precision: flat.int32(type, 0), scale: flat.int32(type, 1), bitWidth: flat.int32(type, 2, 128) };
    case StoredType.Date:
    case StoredType.Duration:
      return { unit: flat.int16(type, 0, 1) };
    case StoredType.Time:
      return { unit: flat.int16(type, 0, 1), bitWidth: flat.int32(type, 1, 32) };
    case StoredType.Timestamp:
      return { unit: flat.int16(type, 0), timezone: flat.string(type, 1) ?? null };
    case StoredType.Interval:
      return { unit: flat.int16(type, 0) };
    case StoredType.FixedSizeBinary:
      return { byteWidth: flat.int32(type, 0) };
    case StoredType.FixedSizeList:
      return { listSize: flat.int32(type, 0) };
    default:
      return {};
  }
}

function metadataOf(flat: Flatbuffer, table: FlatTable, slot: number): ReadonlyMap<string, string> {
  return new Map(flat.tables(table, slot).map((entry) => [flat.string(entry, 0) ?? '', flat.string(entry, 1) ?? '']));
}
