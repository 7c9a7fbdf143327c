/** The header of a dictionary page (parquet.thrift `DictionaryPageHeader`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { boolField, count32Field, i32Field, type Mutable, required } from './fields.js';
import { putBool, putI32 } from './put.js';

/** The header of a dictionary page. */
export interface DictionaryPageHeader {
  /** Number of entries in the dictionary. Never negative. */
  readonly numValues: number;
  /** The encoding of the entries: PLAIN, or PLAIN_DICTIONARY, which means PLAIN in a dictionary page. */
  readonly encoding: number;
  /** True if, according to the writer, the entries are in ascending order. */
  readonly isSorted?: boolean;
}

export function parseDictionaryPageHeader(reader: CompactReader): DictionaryPageHeader {
  let numValues: number | undefined;
  let encoding: number | undefined;
  let isSorted: boolean | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        numValues = count32Field(reader, 'DictionaryPageHeader.numValues');
        break;
      case 2:
        encoding = i32Field(reader, 'DictionaryPageHeader.encoding');
        break;
      case 3:
        isSorted = boolField(reader, 'DictionaryPageHeader.isSorted');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const header: Mutable<DictionaryPageHeader> = {
    numValues: required(numValues, reader, 'DictionaryPageHeader.numValues'),
    encoding: required(encoding, reader, 'DictionaryPageHeader.encoding'),
  };
  if (isSorted !== undefined) header.isSorted = isSorted;
  return header;
}

export function putDictionaryPageHeader(writer: CompactWriter, header: DictionaryPageHeader): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, header.numValues);
  putI32(writer, 2, header.encoding);
  putBool(writer, 3, header.isSorted);
  writer.endStruct(outer);
}
