/** The fields of a data page's header, in one form for v1 and v2. */
import { PageType } from '@marquetry/core';
import type { DataPageHeader, DataPageHeaderV2, PageHeader, Statistics } from '@marquetry/metadata';

/** The fields of a data page's header, v1 or v2. They have not been checked against the page. */
export interface DataPageInfo {
  /** The version of the data page: 1 for DATA_PAGE, 2 for DATA_PAGE_V2. */
  readonly version: 1 | 2;
  /** Id of the encoding of the values. */
  readonly encoding: number;
  /** Number of slots, including nulls: `num_values`. */
  readonly slotCount: number;
  /** Number of slots without a value; undefined for v1, because v1 headers do not state this number. */
  readonly nullCount: number | undefined;
  /** Number of rows that start in the page; undefined for v1, because v1 headers do not state this number. */
  readonly rowCount: number | undefined;
  /** False if the values of a v2 page are stored without the codec of the chunk. */
  readonly isCompressed: boolean;
  readonly statistics: Statistics | undefined;
}

/**
 * Returns the fields of a data page header, in one form for v1 and v2. Returns undefined if the page is not a data
 * page, even if its header contains a data page header.
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
 * Returns the v1 or v2 header of a data page, depending on the page's type. Returns undefined if the page is not a data
 * page, even if its header contains a data page header.
 */
export function dataHeaderOf(header: PageHeader): DataPageHeader | DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE ? header.dataPageHeader : headerV2Of(header);
}

/** Returns the header of a v2 data page; undefined for other pages. */
export function headerV2Of(header: PageHeader): DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE_V2 ? header.dataPageHeaderV2 : undefined;
}
