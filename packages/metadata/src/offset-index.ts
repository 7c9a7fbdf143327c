/** The locations of a chunk's data pages (parquet.thrift `OffsetIndex`, `PageLocation`; PageIndex.md). */

import { type CompactReader, CompactWriter, holdParsed, WireType } from '@marquetry/thrift';
import { count32Field, count64Field, i64List, listField, type Mutable, required } from './fields.js';
import { type ReadOptions, readerOf } from './options.js';
import { putI32, putI64, putI64List, putList } from './put.js';

/**
 * The location of a data page. Its numbers are never negative. Whether the page lies within the file is checked when
 * the page is read.
 */
export interface PageLocation {
  /** Byte offset of the page header in the file. */
  readonly offset: number;
  /** Size of the page as stored, **including** its header, in bytes. */
  readonly compressedPageSize: number;
  /** Index of the page's first row within the row group. */
  readonly firstRowIndex: number;
}

/** The locations of all data pages in a column chunk. */
export interface OffsetIndex {
  /** The data pages in order. The dictionary page is not listed. */
  readonly pageLocations: readonly PageLocation[];
  /** The size in bytes of each page's BYTE_ARRAY values before encoding, as in `SizeStatistics.unencodedByteArrayDataBytes`. */
  readonly unencodedByteArrayDataBytes?: readonly number[];
}

/**
 * Reads the OffsetIndex at the start of `bytes`.
 *
 * @throws ParquetError TRUNCATED if the bytes end early; CORRUPT, naming the field, if a field is invalid; LIMIT if the
 * index exceeds a limit, such as `limits.memoryBytes` when parsed.
 */
export function readOffsetIndex(bytes: Uint8Array, options: ReadOptions = {}): OffsetIndex {
  const reader = readerOf(bytes, 0, options, 'offset index', 'footerBytes');
  holdParsed(reader, bytes.length);
  const index: Partial<Mutable<OffsetIndex>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        index.pageLocations = listField(
          reader,
          'OffsetIndex.pageLocations',
          WireType.STRUCT,
          locationBytes,
          parsePageLocation,
        );
        break;
      case 2:
        index.unencodedByteArrayDataBytes = i64List(reader, 'OffsetIndex.unencodedByteArrayDataBytes');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  required(index.pageLocations, reader, 'OffsetIndex.pageLocations');
  return index as OffsetIndex;
}

/** Heap bytes per page location, whose numbers may be boxed. */
const locationBytes = 96;

/** Encodes an OffsetIndex. */
export function writeOffsetIndex(index: OffsetIndex): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  const outer = writer.beginStruct();
  putList(writer, 1, WireType.STRUCT, index.pageLocations, putPageLocation);
  putI64List(writer, 2, index.unencodedByteArrayDataBytes);
  writer.endStruct(outer);
  return writer.finish();
}

function parsePageLocation(reader: CompactReader): PageLocation {
  let offset: number | undefined;
  let compressedPageSize: number | undefined;
  let firstRowIndex: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        offset = count64Field(reader, 'PageLocation.offset');
        break;
      case 2:
        compressedPageSize = count32Field(reader, 'PageLocation.compressedPageSize');
        break;
      case 3:
        firstRowIndex = count64Field(reader, 'PageLocation.firstRowIndex');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return {
    offset: required(offset, reader, 'PageLocation.offset'),
    compressedPageSize: required(compressedPageSize, reader, 'PageLocation.compressedPageSize'),
    firstRowIndex: required(firstRowIndex, reader, 'PageLocation.firstRowIndex'),
  };
}

function putPageLocation(writer: CompactWriter, location: PageLocation): void {
  const outer = writer.beginStruct();
  putI64(writer, 1, location.offset);
  putI32(writer, 2, location.compressedPageSize);
  putI64(writer, 3, location.firstRowIndex);
  writer.endStruct(outer);
}
