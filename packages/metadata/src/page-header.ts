/**
 * The header before every page (parquet.thrift `PageHeader`).
 *
 * ```
 * PageHeader  = type, uncompressedPageSize, compressedPageSize, crc?, the header for this page type
 * on disk     = PageHeader, compressedPageSize bytes
 * ```
 */

import { defaultLimits, PageType } from '@marquetry/core';
import { CompactReader, CompactWriter } from '@marquetry/thrift';
import {
  type DataPageHeader,
  type DataPageHeaderV2,
  parseDataPageHeader,
  parseDataPageHeaderV2,
  putDataPageHeader,
  putDataPageHeaderV2,
} from './data-page-header.js';
import {
  type DictionaryPageHeader,
  parseDictionaryPageHeader,
  putDictionaryPageHeader,
} from './dictionary-page-header.js';
import { count32Field, expectStruct, i32Field, type Mutable, required } from './fields.js';
import type { ReadOptions } from './options.js';
import { putEmptyStruct, putI32, putStruct } from './put.js';
import { parseEmptyStruct } from './union.js';

/** The header of an index page. It has no fields, because the format never specified index pages. */
export type IndexPageHeader = Readonly<Record<never, never>>;

/** The header of a page of any type. */
export interface PageHeader {
  /** The type of the page: a `PageType`, or an unknown id. Readers skip pages with unknown types. */
  readonly type: number;
  /** Size of the body after decompression, including levels, in bytes. Never negative. */
  readonly uncompressedPageSize: number;
  /**
   * Size of the body as stored, including levels and the bytes that encryption adds, but not this header, in bytes.
   * Never negative.
   */
  readonly compressedPageSize: number;
  /** CRC-32 of the body as stored, as a signed int32. */
  readonly crc?: number;
  /** Present if `type` is DATA_PAGE. */
  readonly dataPageHeader?: DataPageHeader;
  readonly indexPageHeader?: IndexPageHeader;
  /** Present if `type` is DICTIONARY_PAGE. */
  readonly dictionaryPageHeader?: DictionaryPageHeader;
  /** Present if `type` is DATA_PAGE_V2. */
  readonly dataPageHeaderV2?: DataPageHeaderV2;
}

/**
 * Reads the page header at `position`. Bytes after it are ignored.
 *
 * @returns the header, and its length in bytes: the body starts at `position + byteLength`.
 * @throws ParquetError TRUNCATED if `bytes` end inside the header; CORRUPT if a field is missing, negative or of the
 * wrong type, or if the header specific to a data or dictionary page is missing; LIMIT above `limits.headerBytes`.
 */
export function readPageHeader(
  bytes: Uint8Array,
  position: number,
  options: ReadOptions = {},
): { readonly header: PageHeader; readonly byteLength: number } {
  headerReader ??= new CompactReader(noBytes, 0, { byteLimit: 'headerBytes', part: 'page header' });
  const reader = headerReader;
  reader.restart(bytes, position, options.limits ?? defaultLimits);
  try {
    const header = parsePageHeader(reader, options.statistics !== false);
    return { header, byteLength: reader.position - position };
  } finally {
    // The shared reader must not keep the file's bytes in memory.
    reader.bytes = noBytes;
  }
}

const noBytes: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/**
 * The reader for all page headers. Creating a reader per header would take much of the time needed for small pages, and
 * V8 discards a class's compiled code after a full garbage collection that finds no object of the class.
 */
let headerReader: CompactReader | undefined;

/** Encodes a page header. */
export function writePageHeader(header: PageHeader): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  const outer = writer.beginStruct();
  putI32(writer, 1, header.type);
  putI32(writer, 2, header.uncompressedPageSize);
  putI32(writer, 3, header.compressedPageSize);
  putI32(writer, 4, header.crc);
  putStruct(writer, 5, header.dataPageHeader, putDataPageHeader);
  if (header.indexPageHeader !== undefined) putEmptyStruct(writer, 6);
  putStruct(writer, 7, header.dictionaryPageHeader, putDictionaryPageHeader);
  putStruct(writer, 8, header.dataPageHeaderV2, putDataPageHeaderV2);
  writer.endStruct(outer);
  return writer.finish();
}

function parsePageHeader(reader: CompactReader, withStatistics: boolean): PageHeader {
  let type: number | undefined;
  let uncompressedPageSize: number | undefined;
  let compressedPageSize: number | undefined;
  let crc: number | undefined;
  let dataPageHeader: DataPageHeader | undefined;
  let indexPageHeader: IndexPageHeader | undefined;
  let dictionaryPageHeader: DictionaryPageHeader | undefined;
  let dataPageHeaderV2: DataPageHeaderV2 | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        type = i32Field(reader, 'PageHeader.type');
        break;
      case 2:
        uncompressedPageSize = count32Field(reader, 'PageHeader.uncompressedPageSize');
        break;
      case 3:
        compressedPageSize = count32Field(reader, 'PageHeader.compressedPageSize');
        break;
      case 4:
        crc = i32Field(reader, 'PageHeader.crc');
        break;
      case 5:
        expectStruct(reader, 'PageHeader.dataPageHeader');
        dataPageHeader = parseDataPageHeader(reader, withStatistics);
        break;
      case 6:
        expectStruct(reader, 'PageHeader.indexPageHeader');
        parseEmptyStruct(reader);
        indexPageHeader = {};
        break;
      case 7:
        expectStruct(reader, 'PageHeader.dictionaryPageHeader');
        dictionaryPageHeader = parseDictionaryPageHeader(reader);
        break;
      case 8:
        expectStruct(reader, 'PageHeader.dataPageHeaderV2');
        dataPageHeaderV2 = parseDataPageHeaderV2(reader, withStatistics);
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const header: Mutable<PageHeader> = {
    type: required(type, reader, 'PageHeader.type'),
    uncompressedPageSize: required(uncompressedPageSize, reader, 'PageHeader.uncompressedPageSize'),
    compressedPageSize: required(compressedPageSize, reader, 'PageHeader.compressedPageSize'),
  };
  if (crc !== undefined) header.crc = crc;
  if (dataPageHeader !== undefined) header.dataPageHeader = dataPageHeader;
  else if (type === PageType.DATA_PAGE) required(undefined, reader, 'PageHeader.dataPageHeader');
  if (indexPageHeader !== undefined) header.indexPageHeader = indexPageHeader;
  if (dictionaryPageHeader !== undefined) header.dictionaryPageHeader = dictionaryPageHeader;
  else if (type === PageType.DICTIONARY_PAGE) required(undefined, reader, 'PageHeader.dictionaryPageHeader');
  if (dataPageHeaderV2 !== undefined) header.dataPageHeaderV2 = dataPageHeaderV2;
  else if (type === PageType.DATA_PAGE_V2) required(undefined, reader, 'PageHeader.dataPageHeaderV2');
  return header;
}
