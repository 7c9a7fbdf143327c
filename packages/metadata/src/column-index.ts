/** Minimum, maximum and null count of each data page in a chunk (parquet.thrift `ColumnIndex`; PageIndex.md). */

import { type CompactReader, CompactWriter, holdParsed, WireType } from '@marquetry/thrift';
import { binaryList, boolList, i32Field, i64List, listHeader, type Mutable, required } from './fields.js';
import { type ReadOptions, readerOf } from './options.js';
import { putBinaryList, putBoolList, putI32, putI64List } from './put.js';

/** The column index of a chunk. `nullPages`, `minValues` and `maxValues` have one entry per data page, in order. */
export interface ColumnIndex {
  /** True for a page that contains only nulls. The bounds of such a page are empty and have no meaning. */
  readonly nullPages: readonly boolean[];
  /** Lower bounds as in `Statistics.minValue`; they share memory with the input bytes. */
  readonly minValues: readonly Uint8Array[];
  /** Upper bounds as in `Statistics.maxValue`; they share memory with the input bytes. */
  readonly maxValues: readonly Uint8Array[];
  /** The order of the pages' bounds: a {@link BoundaryOrder}. */
  readonly boundaryOrder: number;
  readonly nullCounts?: readonly number[];
  /** The histograms of the repetition levels, concatenated in page order: `pages * (maximum level + 1)` counts. */
  readonly repetitionLevelHistograms?: readonly number[];
  /** The histograms of definition levels, in the same form as `repetitionLevelHistograms`. */
  readonly definitionLevelHistograms?: readonly number[];
  readonly nanCounts?: readonly number[];
}

/**
 * Reads the ColumnIndex at the start of `bytes`.
 *
 * @throws ParquetError TRUNCATED if the bytes end early; CORRUPT, naming the field, if a field is invalid or the number
 * of bounds differs from the number of pages; LIMIT if the index exceeds a limit, such as `limits.memoryBytes` when
 * parsed.
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
  requireBounds(reader, pages, minima, maxima);
  return index as ColumnIndex;
}

/**
 * Checks the structure of a ColumnIndex without creating an object per bound, and returns the number of its pages. Does
 * not check the bounds themselves.
 * @throws ParquetError TRUNCATED, CORRUPT or LIMIT, as {@link readColumnIndex} does.
 */
export function columnIndexPages(bytes: Uint8Array, options: ReadOptions = {}): number {
  const reader = readerOf(bytes, 0, options, 'column index', 'footerBytes');
  /** The lengths of the lists with the field ids 1 to 3. */
  const lengths: (number | undefined)[] = [];
  let boundaryOrder: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    const { fieldId } = reader;
    if (fieldId === 1) lengths[1] = boolList(reader, 'ColumnIndex.nullPages').length;
    else if (fieldId === 2 || fieldId === 3) {
      const count = listHeader(
        reader,
        fieldId === 2 ? 'ColumnIndex.minValues' : 'ColumnIndex.maxValues',
        WireType.BINARY,
      );
      reader.skipElements(WireType.BINARY, count);
      lengths[fieldId] = count;
    } else if (fieldId === 4) boundaryOrder = i32Field(reader, 'ColumnIndex.boundaryOrder');
    else reader.skipField();
  }
  reader.endStruct(outer);
  const pages = required(lengths[1], reader, 'ColumnIndex.nullPages');
  const minima = required(lengths[2], reader, 'ColumnIndex.minValues');
  const maxima = required(lengths[3], reader, 'ColumnIndex.maxValues');
  required(boundaryOrder, reader, 'ColumnIndex.boundaryOrder');
  requireBounds(reader, pages, minima, maxima);
  return pages;
}

function requireBounds(reader: CompactReader, pages: number, minima: number, maxima: number): void {
  if (minima === pages && maxima === pages) return;
  throw reader.error('CORRUPT', `ColumnIndex has ${minima} minValues and ${maxima} maxValues for ${pages} pages`);
}

/** Encodes a ColumnIndex. */
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
