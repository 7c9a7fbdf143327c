/** The header fields of a data page, in the same form for v1 and v2. */
import { PageType } from '@marquetry/core';
import type { DataPageHeader, DataPageHeaderV2, PageHeader, Statistics } from '@marquetry/metadata';

/** The header fields of a data page, v1 or v2. They are not checked against the content of the page. */
export interface DataPageInfo {
  /** The version of the data page: 1 for DATA_PAGE, 2 for DATA_PAGE_V2. */
  readonly version: 1 | 2;
  /** Id of the encoding of the values. */
  readonly encoding: number;
  /** Number of slots, including nulls: `num_values`. */
  readonly slotCount: number;
  /** Number of slots without a value. Undefined for v1, whose headers do not state this number. */
  readonly nullCount: number | undefined;
  /** Number of rows that start in the page. Undefined for v1, whose headers do not state this number. */
  readonly rowCount: number | undefined;
  /** False if the values of a v2 page are stored uncompressed, whatever the codec of the chunk. */
  readonly isCompressed: boolean;
  readonly statistics: Statistics | undefined;
}

/**
 * Returns the header fields of a data page, in the same form for v1 and v2. Returns undefined if `header.type` is not
 * that of a data page, even if `header` contains a data page header.
 */
export function dataPageInfo(header: PageHeader): DataPageInfo | undefined {
  const data = dataHeaderOf(header);
  const v2 = headerV2Of(header);
  return (
    data && {
      version: v2 ? 2 : 1,
      encoding: data.encoding,
      slotCount: data.numValues,
      nullCount: v2?.numNulls,
      rowCount: v2?.numRows,
      isCompressed: v2?.isCompressed ?? true,
      statistics: data.statistics,
    }
  );
}

/**
 * Returns the v1 or v2 data page header, depending on `header.type`. Returns undefined if that is not the type of a
 * data page, even if `header` contains a data page header. Unlike {@link dataPageInfo}, it creates no object.
 */
export function dataHeaderOf(header: PageHeader): DataPageHeader | DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE ? header.dataPageHeader : headerV2Of(header);
}

/** Returns the data page header of a v2 data page, or undefined for other pages. */
export function headerV2Of(header: PageHeader): DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE_V2 ? header.dataPageHeaderV2 : undefined;
}
