/**
 * Bounds and counts of the data pages of a chunk (parquet.thrift `ColumnIndex`; PageIndex.md).
 */

import { CompactWriter, holdParsed } from '@marquetry/thrift';
import { binaryList, boolList, i32Field, i64List, type Mutable, required } from './fields.js';
import { type ReadOptions, readerOf } from './options.js';
import { putBinaryList, putBoolList, putI32, putI64List } from './put.js';

/** `nullPages`, `minValues` and `maxValues` have an entry a data page each, in order. */
export interface ColumnIndex {
  /** True for a page without values: its bounds are empty and mean nothing. */
  readonly nullPages: readonly boolean[];
  /** Lower bounds as in `Statistics.minValue`, sharing memory with the bytes that were read. */
  readonly minValues: readonly Uint8Array[];
  /** Upper bounds as in `Statistics.maxValue`, sharing memory with the bytes that were read. */
  readonly maxValues: readonly Uint8Array[];
  /** {@link BoundaryOrder}. */
  readonly boundaryOrder: number;
  readonly nullCounts?: readonly number[];
  /** The histograms of all pages, one after the other: `pages * (maximum level + 1)` counts. */
  readonly repetitionLevelHistograms?: readonly number[];
  /** As `repetitionLevelHistograms`. */
  readonly definitionLevelHistograms?: readonly number[];
  readonly nanCounts?: readonly number[];
}

/**
 * Reads a ColumnIndex at the start of `bytes`.
 *
 * @throws TRUNCATED, CORRUPT (naming the field; also if the bounds are not as many as the pages) or LIMIT, also if it exceeds
 *   `limits.memoryBytes` once parsed.
 */
export function readColumnIndex(bytes: Uint8Array, options: ReadOptions = {}): ColumnIndex {
  const reader = readerOf(bytes, 0, options, 'column index', 'footerBytes');
  holdParsed(reader, bytes.length);
  const index: Partial<Mutable<ColumnIndex>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        index.nullPages = boolList(reader, 'ColumnIndex.nullPages');
        break;
      case 2:
        index.minValues = binaryList(reader, 'ColumnIndex.minValues');
        break;
      case 3:
        index.maxValues = binaryList(reader, 'ColumnIndex.maxValues');
        break;
      case 4:
        index.boundaryOrder = i32Field(reader, 'ColumnIndex.boundaryOrder');
        break;
      case 5:
        index.nullCounts = i64List(reader, 'ColumnIndex.nullCounts');
        break;
      case 6:
        index.repetitionLevelHistograms = i64List(reader, 'ColumnIndex.repetitionLevelHistograms');
        break;
      case 7:
        index.definitionLevelHistograms = i64List(reader, 'ColumnIndex.definitionLevelHistograms');
        break;
      case 8:
        index.nanCounts = i64List(reader, 'ColumnIndex.nanCounts');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const pages = required(index.nullPages, reader, 'ColumnIndex.nullPages').length;
  const minima = required(index.minValues, reader, 'ColumnIndex.minValues').length;
  const maxima = required(index.maxValues, reader, 'ColumnIndex.maxValues').length;
  required(index.boundaryOrder, reader, 'ColumnIndex.boundaryOrder');
  if (minima !== pages || maxima !== pages) {
    throw reader.error('CORRUPT', `ColumnIndex has ${minima} minValues and ${maxima} maxValues for ${pages} pages`);
  }
  return index as ColumnIndex;
}

/** The bytes of a ColumnIndex. */
export function writeColumnIndex(index: ColumnIndex): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  const outer = writer.beginStruct();
  putBoolList(writer, 1, index.nullPages);
  putBinaryList(writer, 2, index.minValues);
  putBinaryList(writer, 3, index.maxValues);
  putI32(writer, 4, index.boundaryOrder);
  putI64List(writer, 5, index.nullCounts);
  putI64List(writer, 6, index.repetitionLevelHistograms);
  putI64List(writer, 7, index.definitionLevelHistograms);
  putI64List(writer, 8, index.nanCounts);
  writer.endStruct(outer);
  return writer.finish();
}
