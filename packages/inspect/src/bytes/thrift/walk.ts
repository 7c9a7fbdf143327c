/**
 * Explains structs of the Thrift compact protocol.
 *
 *   struct   field* 00
 *   field    header (id and type), value
 *   list     header (count and type of the elements), elements
 *
 * Source: thrift-compact-protocol.md of Apache Thrift; parquet.thrift for the names.
 */
import type { Limits, ParquetError } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import {
  CompactReader,
  nameOfWireType,
  readBoolElement,
  readDouble,
  readI64Big,
  readUuid,
  WireType,
} from '@marquetry/thrift';
import type { FieldList } from '../field-list.js';
import { bytesText, counted, createValueText, cut, hex, utf8, zigzagWords } from '../texts.js';
import { enumText, fieldFacts, type StructName } from './structs.js';

/** Information that the caller supplies because parquet.thrift does not contain it. */
export interface ThriftNotes {
  readonly limits: Limits;
  /** The column that minimum and maximum values belong to. */
  readonly leaf?: LeafNode | undefined;
  /** The leaf columns of the footer's schema, whose types are needed to decode the bounds of column chunks. */
  readonly leaves?: readonly LeafNode[] | undefined;
  /** Returns a sentence to add to the meaning of a PageHeader field, or an error if the value of the field is wrong. */
  readonly check?: ((name: string, value: number) => string | ParquetError | undefined) | undefined;
}

/** Adds fields for the struct that starts at `list.position`. */
export function explainStructFields(list: FieldList, struct: StructName, notes: ThriftNotes): void {
  const { bytes } = list.to;
  const reader = new CompactReader(bytes.subarray(0, list.end), list.position, { limits: notes.limits });
  new Walk(reader, notes).struct(list, struct);
}

class Walk {
  private readonly reader: CompactReader;
  private readonly notes: ThriftNotes;
  /** The column that the current minimum and maximum values belong to. */
  private leaf: LeafNode | undefined;
  /** The last 32-bit integer that was read. */
  private number = 0;

  constructor(reader: CompactReader, notes: ThriftNotes) {
    this.reader = reader;
    this.notes = notes;
    this.leaf = notes.leaf;
  }

  /** Adds the fields of a struct. */
  struct(list: FieldList, struct: string | undefined): void {
    const { reader } = this;
    const outer = reader.beginStruct();
    let before = 0;
    while (list.to.left > 0 && reader.nextField()) {
      this.field(list, struct, before);
      before = reader.fieldId;
    }
    if (reader.position > list.position) {
      list.leaf(reader.position, 'thrift', 'end of struct', undefined, 'A zero byte ends the struct.');
    } else {
      let count = 1;
      for (; reader.nextField(); count++) reader.skipField();
      list.omit(count, reader.position);
    }
    reader.endStruct(outer);
  }

  private field(list: FieldList, struct: string | undefined, before: number): void {
    const { reader } = this;
    const { type: wire, fieldId } = reader;
    const { name, type, isLabel, meaning } = fieldFacts(struct, fieldId);
    const head = list.to.bytes[list.position] as number;
    const id = head < 0x10 ? `the id ${fieldId} follows` : `the id is ${before} + ${head >> 4} = ${fieldId}`;
    const about = `${hex(Uint8Array.of(head))}: ${id}, and the type is ${nameOfWireType(wire)}`;
    let value: string | undefined;
    if (wire === WireType.TRUE || wire === WireType.FALSE) {
      value = String(reader.readBool());
      const words = `${about}, which is also the value of the field.`;
      list.leaf(reader.position, 'thrift', name, value, meaning === undefined ? words : `${meaning} ${words}`);
    } else {
      list.group('thrift', name, (inner) => {
        inner.meaning = meaning;
        inner.leaf(reader.position, 'thrift', 'field header', undefined, `${about}.`);
        this.value(inner, wire, type);
        if (struct === 'PageHeader' && wire === WireType.I32) this.check(inner, name);
        value = inner.value;
      });
    }
    if (isLabel) list.value = value ?? name;
  }

  /** Adds fields for the value of a Thrift field or list element, and sets `list.value`, the text of that value. */
  private value(list: FieldList, wire: number, type: string | undefined): void {
    switch (wire) {
      case WireType.STRUCT:
        this.struct(list, type);
        return;
      case WireType.LIST:
      case WireType.SET:
        this.elements(list, type);
        return;
      case WireType.MAP:
        this.entries(list);
        return;
      case WireType.BINARY:
        this.binary(list, type);
        return;
      default: {
        const { value, meaning } = this.scalar(wire, type);
        list.leaf(this.reader.position, 'thrift', 'value', value, meaning);
        list.value = value;
      }
    }
  }

  private elements(list: FieldList, type: string | undefined): void {
    const { reader, notes } = this;
    reader.descend();
    const count = reader.readListHeader();
    const wire = reader.elementType;
    const words = `A list header: ${counted(count, 'element')} of type ${nameOfWireType(wire)}.`;
    list.leaf(reader.position, 'length', 'list header', String(count), words);
    const texts: string[] = [];
    for (let index = 0; index < count; index++) {
      if (list.to.left <= 0) {
        reader.skipElements(wire, count - index);
        list.omit(count - index, reader.position);
        break;
      }
      if (type === 'ColumnChunk') this.leaf = notes.leaves?.[index];
      const text = this.element(list, wire, type, `[${index}]`);
      if (type === 'text') texts.push(text ?? '');
    }
    list.value = type === 'text' && texts.length === count ? cut(texts.join('.')) : counted(count, 'element');
    reader.ascend();
  }

  /** Adds an element of a list, a key or a value, and returns its text. */
  private element(list: FieldList, wire: number, type: string | undefined, name: string): string | undefined {
    switch (wire) {
      case WireType.STRUCT:
      case WireType.LIST:
      case WireType.SET:
      case WireType.MAP:
      case WireType.BINARY: {
        let text: string | undefined;
        list.group('thrift', name, (inner) => {
          this.value(inner, wire, type);
          text = inner.value;
        });
        return text;
      }
      default: {
        const { value, meaning } = this.scalar(wire, type);
        list.leaf(this.reader.position, 'thrift', name, value, meaning);
        return value;
      }
    }
  }

  private entries(list: FieldList): void {
    const { reader } = this;
    reader.descend();
    const count = reader.readMapHeader();
    const { keyType, elementType } = reader;
    list.leaf(reader.position, 'length', 'map header', String(count), `A map header: ${counted(count, 'pair')}.`);
    for (let index = 0; index < count; index++) {
      if (list.to.left <= 0) {
        for (let left = count - index; left > 0; left--) {
          reader.skipElements(keyType, 1);
          reader.skipElements(elementType, 1);
        }
        list.omit(2 * (count - index), reader.position);
        break;
      }
      this.element(list, keyType, undefined, `key [${index}]`);
      this.element(list, elementType, undefined, `value [${index}]`);
    }
    list.value = counted(count, 'pair');
    reader.ascend();
  }

  private binary(list: FieldList, type: string | undefined): void {
    const { reader } = this;
    const length = reader.readLength();
    list.leaf(reader.position, 'length', 'length', String(length), 'A varint: the number of bytes that follow.');
    const start = reader.advance(length);
    const bytes = reader.bytes.subarray(start, start + length);
    list.value = type === 'text' ? cut(utf8(bytes.subarray(0, 512))) : this.boundText(bytes, type);
    if (length > 0) list.leaf(reader.position, 'thrift', type === 'text' ? 'text' : 'bytes', list.value);
  }

  private boundText(bytes: Uint8Array, type: string | undefined): string {
    return type === 'bound' && this.leaf !== undefined ? createValueText(this.leaf)(bytes) : bytesText(bytes);
  }

  /** Reads a number or a boolean. A boolean here is an element of a list: boolean fields are stored in their headers. */
  private scalar(wire: number, type: string | undefined): { readonly value: string; readonly meaning?: string } {
    const { reader } = this;
    switch (wire) {
      case WireType.TRUE:
      case WireType.FALSE:
        return { value: String(readBoolElement(reader)) };
      case WireType.I8:
        return { value: String(reader.readI8()) };
      case WireType.I16:
      case WireType.I32: {
        const value = wire === WireType.I16 ? reader.readI16() : reader.readI32();
        this.number = value;
        const shown = type === 'hex' ? hexOf(value) : enumText(type, value);
        return { value: shown ?? String(value), meaning: zigzagWords(BigInt(value)) };
      }
      case WireType.I64: {
        const value = readI64Big(reader);
        return { value: String(value), meaning: zigzagWords(value) };
      }
      case WireType.DOUBLE:
        return { value: String(readDouble(reader)), meaning: '8 bytes, least significant first.' };
      default:
        return { value: hex(readUuid(reader)) };
    }
  }

  private check(inner: FieldList, name: string): void {
    const found = this.notes.check?.(name, this.number);
    if (typeof found === 'string') inner.meaning = inner.meaning === undefined ? found : `${inner.meaning} ${found}`;
    else if (found !== undefined) {
      inner.kind = 'fault';
      inner.meaning = found.reason;
      inner.to.fault ??= found;
    }
  }
}

function hexOf(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
}
