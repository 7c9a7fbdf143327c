/** Reads and writes the trees defined in `apache.ts` with this package's reader and writer. */

import {
  type CompactReader,
  type CompactWriter,
  readBoolElement,
  readDouble,
  readI64Big,
  readUuid,
  WireType,
} from '../src/index.js';
import { nameOf, type Struct, type Value, wireTypes } from './apache.js';

export function walkWrite(writer: CompactWriter, value: Value): void {
  switch (value.type) {
    case 'bool':
      writer.writeBoolElement(value.value);
      break;
    case 'i8':
      writer.writeI8(value.value);
      break;
    case 'i16':
      writer.writeI16(value.value);
      break;
    case 'i32':
      writer.writeI32(value.value);
      break;
    case 'i64': {
      const { value: big } = value;
      const number = Number(big);
      writer.writeI64(Number.isSafeInteger(number) ? number : big);
      break;
    }
    case 'double':
      writer.writeDouble(value.value);
      break;
    case 'binary':
      writer.writeBinary(new Uint8Array(value.value));
      break;
    case 'list':
    case 'set':
      writer.writeListHeader(wireTypes[value.elements]!, value.values.length);
      for (const element of value.values) walkWrite(writer, element);
      break;
    case 'map':
      writer.writeMapHeader(wireTypes[value.keys]!, wireTypes[value.elements]!, value.entries.length);
      for (const [key, element] of value.entries) {
        walkWrite(writer, key);
        walkWrite(writer, element);
      }
      break;
    case 'struct': {
      const outer = writer.beginStruct();
      for (const field of value.fields) {
        if (field.value.type === 'bool') writer.writeBoolField(field.id, field.value.value);
        else {
          writer.writeFieldHeader(wireTypes[field.value.type]!, field.id);
          walkWrite(writer, field.value);
        }
      }
      writer.endStruct(outer);
      break;
    }
  }
}

export function walkStruct(reader: CompactReader): Struct {
  const fields: Struct['fields'] = [];
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    const { fieldId: id, type } = reader;
    const isBool = type === WireType.TRUE || type === WireType.FALSE;
    fields.push({ id, value: isBool ? { type: 'bool', value: reader.readBool() } : walkElement(reader, type) });
  }
  reader.endStruct(outer);
  return { type: 'struct', fields };
}

function walkElement(reader: CompactReader, type: number): Value {
  switch (type) {
    case WireType.TRUE:
    case WireType.FALSE:
      return { type: 'bool', value: readBoolElement(reader) };
    case WireType.I8:
      return { type: 'i8', value: reader.readI8() };
    case WireType.I16:
      return { type: 'i16', value: reader.readI16() };
    case WireType.I32:
      return { type: 'i32', value: reader.readI32() };
    case WireType.I64:
      return { type: 'i64', value: readI64Big(reader) };
    case WireType.DOUBLE:
      return { type: 'double', value: readDouble(reader) };
    case WireType.BINARY:
      return { type: 'binary', value: [...reader.readBinary()] };
    case WireType.LIST:
    case WireType.SET: {
      const count = reader.readListHeader();
      const { elementType } = reader;
      const values = Array.from({ length: count }, () => walkElement(reader, elementType));
      return { type: type === WireType.LIST ? 'list' : 'set', elements: nameOf(wireTypes, elementType), values };
    }
    case WireType.MAP: {
      const count = reader.readMapHeader();
      const { keyType, elementType } = reader;
      const entries = Array.from({ length: count }, (): [Value, Value] => [
        walkElement(reader, keyType),
        walkElement(reader, elementType),
      ]);
      return { type: 'map', keys: nameOf(wireTypes, keyType), elements: nameOf(wireTypes, elementType), entries };
    }
    case WireType.UUID:
      return { type: 'binary', value: [...readUuid(reader)] };
    default:
      return walkStruct(reader);
  }
}
