/** Creates the value of the metadata key `ARROW:schema`. `stored-schema.ts` describes its format. */
import { type DataType, type Dictionary, type Field, Message, Schema, Type } from 'apache-arrow';
import { isEncodedOnly } from '../encoded-dictionaries.js';
import { StoredType } from '../stored/stored-schema.js';

const prefixBytes = 8;

/**
 * Returns the schema as an encapsulated IPC message in base64. A Dictionary of numbers is declared as plain numbers, because
 * other readers restore only dictionaries of text and bytes, and some reject files with other dictionaries.
 */
export function storedSchemaText({
  fields,
  metadata,
}: Pick<Schema, 'fields'> & { readonly metadata?: Map<string, string> }): string {
  const flatbuffer: Uint8Array = Message.encode(Message.from(new Schema(fields.map(storedField), metadata)));
  const length = Math.ceil(flatbuffer.length / 8) * 8;
  const bytes = new Uint8Array(prefixBytes + length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, -1);
  view.setInt32(4, length, true);
  bytes.set(flatbuffer, prefixBytes);
  return base64Of(bytes);
}

const dictionaryValues: ReadonlySet<number> = new Set([
  ...[StoredType.Utf8, StoredType.LargeUtf8, StoredType.Utf8View],
  ...[StoredType.Binary, StoredType.LargeBinary, StoredType.BinaryView],
]);

function storedField(field: Field): Field {
  return field.clone({ type: storedType(field.type) });
}

function storedType(type: DataType): DataType {
  if (type.typeId === Type.Dictionary) {
    const values = (type as Dictionary).dictionary;
    return dictionaryValues.has(values.typeId) && !isEncodedOnly(type) ? type : storedType(values);
  }
  const { children } = type;
  if (!children || children.length === 0) return type;
  // This creates a type with the same parameters, but with the given child fields.
  return Object.assign(Object.create(Object.getPrototypeOf(type)), type, { children: children.map(storedField) });
}

/** Number of bytes per call of `fromCharCode`. A multiple of 3, so that the base64 texts of the parts can be joined. */
const partBytes = 3 * 2 ** 11;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += partBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + partBytes)));
  }
  return text;
}
