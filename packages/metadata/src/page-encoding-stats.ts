/** The number of pages in a chunk that have a given type and encoding (parquet.thrift `PageEncodingStats`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { i32Field, required } from './fields.js';
import { putI32 } from './put.js';

/** The number of pages in a chunk that have a given type and encoding. */
export interface PageEncodingStats {
  readonly pageType: number;
  readonly encoding: number;
  /** Number of pages of type `pageType` whose values are encoded with `encoding`. */
  readonly count: number;
}

export function parsePageEncodingStats(reader: CompactReader): PageEncodingStats {
  let pageType: number | undefined;
  let encoding: number | undefined;
  let count: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        pageType = i32Field(reader, 'PageEncodingStats.pageType');
        break;
      case 2:
        encoding = i32Field(reader, 'PageEncodingStats.encoding');
        break;
      case 3:
        count = i32Field(reader, 'PageEncodingStats.count');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return {
    pageType: required(pageType, reader, 'PageEncodingStats.pageType'),
    encoding: required(encoding, reader, 'PageEncodingStats.encoding'),
    count: required(count, reader, 'PageEncodingStats.count'),
  };
}

export function putPageEncodingStats(writer: CompactWriter, stats: PageEncodingStats): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, stats.pageType);
  putI32(writer, 2, stats.encoding);
  putI32(writer, 3, stats.count);
  writer.endStruct(outer);
}
