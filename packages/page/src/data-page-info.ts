/**
 * What the header of a data page states, in one form for v1 and v2.
 */
import { PageType } from '@marquetry/core';
import type { DataPageHeader, DataPageHeaderV2, PageHeader, Statistics } from '@marquetry/metadata';

/** The statements of the header of a data page, v1 or v2. None of it is checked against the page. */
export interface DataPageInfo {
  /** 1 for DATA_PAGE, 2 for DATA_PAGE_V2. */
  readonly version: 1 | 2;
  /** Wire id of the encoding of the values. */
  readonly encoding: number;
  /** Slots, nulls included: `num_values`. */
  readonly slotCount: number;
  /** Slots without a value; undefined in v1, whose header does not count them. */
  readonly nullCount: number | undefined;
  /** Rows that start in the page; undefined in v1, whose header does not count them. */
  readonly rowCount: number | undefined;
  /** False for a v2 page whose values are stored without the codec of the chunk. */
  readonly isCompressed: boolean;
  readonly statistics: Statistics | undefined;
}

/** The header of a data page as {@link DataPageInfo}; undefined for other pages, whatever else their header holds. */
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

/** The header of a data page, of the version that its type states; undefined for other pages, whatever else their header holds. */
export function dataHeaderOf(header: PageHeader): DataPageHeader | DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE ? header.dataPageHeader : headerV2Of(header);
}

/** The header of a v2 data page; undefined for other pages. */
export function headerV2Of(header: PageHeader): DataPageHeaderV2 | undefined {
  return header.type === PageType.DATA_PAGE_V2 ? header.dataPageHeaderV2 : undefined;
}
