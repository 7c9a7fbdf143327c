/**
 * A column by which the rows of a row group are sorted (parquet.thrift `SortingColumn`).
 */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { boolField, i32Field, required } from './fields.js';
import { putBool, putI32 } from './put.js';

/** A column by which the rows of a row group are sorted. */
export interface SortingColumn {
  /** Ordinal of the leaf column in its row group. */
  readonly columnIdx: number;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export function parseSortingColumn(reader: CompactReader): SortingColumn {
  let columnIdx: number | undefined;
  let descending: boolean | undefined;
  let nullsFirst: boolean | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        columnIdx = i32Field(reader, 'SortingColumn.columnIdx');
        break;
      case 2:
        descending = boolField(reader, 'SortingColumn.descending');
        break;
      case 3:
        nullsFirst = boolField(reader, 'SortingColumn.nullsFirst');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return {
    columnIdx: required(columnIdx, reader, 'SortingColumn.columnIdx'),
    descending: required(descending, reader, 'SortingColumn.descending'),
    nullsFirst: required(nullsFirst, reader, 'SortingColumn.nullsFirst'),
  };
}

export function putSortingColumn(writer: CompactWriter, column: SortingColumn): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, column.columnIdx);
  putBool(writer, 2, column.descending);
  putBool(writer, 3, column.nullsFirst);
  writer.endStruct(outer);
}
