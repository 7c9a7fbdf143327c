/**
 * A horizontal part of a table: one chunk for every leaf column (parquet.thrift `RowGroup`).
 */

import { type CompactReader, type CompactWriter, WireType } from '@marquetry/thrift';
import { type ColumnChunk, parseColumnChunk, putColumnChunk } from './column-chunk.js';
import { count64Field, i16Field, i64Field, listField, type Mutable, required } from './fields.js';
import { putI16, putI64, putList } from './put.js';
import { parseSortingColumn, putSortingColumn, type SortingColumn } from './sorting-column.js';

export interface RowGroup {
  /** In the order of the schema's leaves. */
  readonly columns: readonly ColumnChunk[];
  /** Bytes of all column data before compression, as stored. */
  readonly totalByteSize: number;
  /** Never negative. */
  readonly numRows: number;
  readonly sortingColumns?: readonly SortingColumn[];
  /** Byte offset of the first page in the file, as stored. */
  readonly fileOffset?: number;
  /** Bytes of all pages as stored. */
  readonly totalCompressedSize?: number;
  readonly ordinal?: number;
}

export function parseRowGroup(reader: CompactReader, withStatistics: boolean): RowGroup {
  const group: Partial<Mutable<RowGroup>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        group.columns = listField(reader, 'RowGroup.columns', WireType.STRUCT, (element) =>
          parseColumnChunk(element, withStatistics),
        );
        break;
      case 2:
        group.totalByteSize = i64Field(reader, 'RowGroup.totalByteSize');
        break;
      case 3:
        group.numRows = count64Field(reader, 'RowGroup.numRows');
        break;
      case 4:
        group.sortingColumns = listField(reader, 'RowGroup.sortingColumns', WireType.STRUCT, parseSortingColumn);
        break;
      case 5:
        group.fileOffset = i64Field(reader, 'RowGroup.fileOffset');
        break;
      case 6:
        group.totalCompressedSize = i64Field(reader, 'RowGroup.totalCompressedSize');
        break;
      case 7:
        group.ordinal = i16Field(reader, 'RowGroup.ordinal');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  required(group.columns, reader, 'RowGroup.columns');
  required(group.totalByteSize, reader, 'RowGroup.totalByteSize');
  required(group.numRows, reader, 'RowGroup.numRows');
  return group as RowGroup;
}

export function putRowGroup(writer: CompactWriter, group: RowGroup): void {
  const outer = writer.beginStruct();
  putList(writer, 1, WireType.STRUCT, group.columns, putColumnChunk);
  putI64(writer, 2, group.totalByteSize);
  putI64(writer, 3, group.numRows);
  putList(writer, 4, WireType.STRUCT, group.sortingColumns, putSortingColumn);
  putI64(writer, 5, group.fileOffset);
  putI64(writer, 6, group.totalCompressedSize);
  putI16(writer, 7, group.ordinal);
  writer.endStruct(outer);
}
