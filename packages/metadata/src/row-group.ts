/** A row group: consecutive rows of the table, with one chunk per leaf column (parquet.thrift `RowGroup`). */

import type { Steps } from '@marquetry/core';
import { type CompactReader, type CompactWriter, WireType } from '@marquetry/thrift';
import { type ChunkIndex, RowGroupChunks } from './chunk-index.js';
import { type ColumnChunk, putColumnChunk } from './column-chunk.js';
import {
  count64Field,
  i16Field,
  i64Field,
  listFieldInSteps,
  listHeader,
  type Mutable,
  required,
  stepElements,
} from './fields.js';
import { putI16, putI64, putList } from './put.js';
import { parseSortingColumn, putSortingColumn, type SortingColumn } from './sorting-column.js';

/** The metadata of a row group. */
export interface RowGroup {
  /**
   * The chunks, in the order of the schema's leaves. In a row group that was read from a footer, the first access
   * parses all chunks from the footer's bytes. {@link columnChunkOf} parses only one chunk.
   */
  readonly columns: readonly ColumnChunk[];
  /** Size of all column data before compression, in bytes, as stated by the footer. */
  readonly totalByteSize: number;
  /** Number of rows. Never negative. */
  readonly numRows: number;
  readonly sortingColumns?: readonly SortingColumn[];
  /** File offset of the first page of the row group, as stated by the footer. */
  readonly fileOffset?: number;
  /** Total size of all pages as stored, in bytes. */
  readonly totalCompressedSize?: number;
  readonly ordinal?: number;
}

/**
 * The property in which a row group that was read from a footer stores its {@link RowGroupChunks}. It is not
 * enumerable, so that loops over properties, JSON and copies do not include it.
 */
const chunksKey: unique symbol = /* @__PURE__ */ Symbol('chunks');

interface ReadRowGroup extends RowGroup {
  readonly [chunksKey]?: RowGroupChunks;
}

/** Returns the number of chunks in a row group without parsing any of them. */
export function columnCountOf(group: RowGroup): number {
  return (group as ReadRowGroup)[chunksKey]?.count ?? group.columns.length;
}

/**
 * Returns the chunk of a column without parsing other chunks. Returns the same object as `group.columns[column]` and as
 * earlier calls if there was enough memory to keep it.
 */
export function columnChunkOf(group: RowGroup, column: number): ColumnChunk | undefined {
  const chunks = (group as ReadRowGroup)[chunksKey];
  return chunks === undefined ? group.columns[column] : chunks.at(column);
}

/**
 * Returns a chunk for reading its pages, parsed without statistics and not kept in memory. If {@link columnChunkOf} has
 * already parsed the chunk, returns that object.
 */
export function briefChunkOf(group: RowGroup, column: number): ColumnChunk | undefined {
  const chunks = (group as ReadRowGroup)[chunksKey];
  return chunks === undefined ? group.columns[column] : chunks.brief(column);
}

/**
 * The getter of the `columns` property, shared by all row groups. With a getter per row group, engines would switch the
 * objects to slow dictionary mode.
 */
function columns(this: ReadRowGroup): readonly ColumnChunk[] {
  return this[chunksKey]?.all() ?? [];
}

/** Heap bytes per sorting column. */
const sortingBytes = 48;

/**
 * Parses a row group in steps, because it may have any number of chunks.
 * @param ordinal The ordinal of the row group in the footer, for errors.
 */
export function* parseRowGroup(reader: CompactReader, index: ChunkIndex, ordinal: number): Steps<RowGroup> {
  let chunks: RowGroupChunks | undefined;
  let totalByteSize: number | undefined;
  let numRows: number | undefined;
  let sortingColumns: SortingColumn[] | undefined;
  let fileOffset: number | undefined;
  let totalCompressedSize: number | undefined;
  let ownOrdinal: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1: {
        const count = listHeader(reader, 'RowGroup.columns', WireType.STRUCT);
        let first = 0;
        for (let i = 0; i < count; i++) {
          const place = index.pass(reader);
          if (i === 0) first = place;
          if (i % stepElements === stepElements - 1) yield;
        }
        chunks = new RowGroupChunks(index, ordinal, first, count);
        break;
      }
      case 2:
        totalByteSize = i64Field(reader, 'RowGroup.totalByteSize');
        break;
      case 3:
        numRows = count64Field(reader, 'RowGroup.numRows');
        break;
      case 4:
        sortingColumns = yield* listFieldInSteps(
          reader,
          'RowGroup.sortingColumns',
          WireType.STRUCT,
          sortingBytes,
          parseSortingColumn,
        );
        break;
      case 5:
        fileOffset = i64Field(reader, 'RowGroup.fileOffset');
        break;
      case 6:
        totalCompressedSize = i64Field(reader, 'RowGroup.totalCompressedSize');
        break;
      case 7:
        ownOrdinal = i16Field(reader, 'RowGroup.ordinal');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const group: Partial<Mutable<RowGroup>> = {};
  Object.defineProperty(group, chunksKey, { value: required(chunks, reader, 'RowGroup.columns') });
  Object.defineProperty(group, 'columns', { get: columns, enumerable: true });
  group.totalByteSize = required(totalByteSize, reader, 'RowGroup.totalByteSize');
  group.numRows = required(numRows, reader, 'RowGroup.numRows');
  if (sortingColumns !== undefined) group.sortingColumns = sortingColumns;
  if (fileOffset !== undefined) group.fileOffset = fileOffset;
  if (totalCompressedSize !== undefined) group.totalCompressedSize = totalCompressedSize;
  if (ownOrdinal !== undefined) group.ordinal = ownOrdinal;
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
