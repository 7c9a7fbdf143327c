/** A key-value pair of application metadata (parquet.thrift `KeyValue`). */

import type { Steps } from '@marquetry/core';
import { type CompactReader, type CompactWriter, WireType } from '@marquetry/thrift';
import { listField, listFieldInSteps, type Mutable, required, textField } from './fields.js';
import { putString } from './put.js';

/** A key and its value. A file may store several pairs with the same key. Invalid UTF-8 is replaced by U+FFFD. */
export interface KeyValue {
  readonly key: string;
  readonly value?: string;
}

/** Heap bytes per pair, not counting its strings. */
const pairBytes = 48;

/** Like {@link keyValueList}, but reads in steps. */
export function keyValueListInSteps(reader: CompactReader, name: string): Steps<KeyValue[]> {
  return listFieldInSteps(reader, name, WireType.STRUCT, pairBytes, parseKeyValue);
}

/** Reads the list of key-value pairs in the current field. */
export function keyValueList(reader: CompactReader, name: string): KeyValue[] {
  return listField(reader, name, WireType.STRUCT, pairBytes, parseKeyValue);
}

function parseKeyValue(reader: CompactReader): KeyValue {
  let key: string | undefined;
  let value: string | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        key = textField(reader, 'KeyValue.key');
        break;
      case 2:
        value = textField(reader, 'KeyValue.value');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const entry: Mutable<KeyValue> = { key: required(key, reader, 'KeyValue.key') };
  if (value !== undefined) entry.value = value;
  return entry;
}

export function putKeyValue(writer: CompactWriter, entry: KeyValue): void {
  const outer = writer.beginStruct();
  putString(writer, 1, entry.key);
  putString(writer, 2, entry.value);
  writer.endStruct(outer);
}
