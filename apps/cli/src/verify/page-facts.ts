/** Facts about each data page that `verify` records for the later checks of statistics and indexes. */
import type { ErrorPlace } from '@marquetry/core';

export interface PageFacts {
  /** The row group, column, page number and file offset of the page, to name it in reports. */
  readonly at: ErrorPlace;
  readonly fileOffset: number;
  /** The stored size of the page in bytes, including its header. */
  readonly byteLength: number;
  /** Counts of the page's levels and values; absent if the page could not be read. */
  readonly content?: PageContent;
}

export interface PageContent {
  readonly slotCount: number;
  readonly nullCount: number;
  /** Number of NaNs. Undefined for types without NaN, or if the file states no NaN count to compare it with. */
  readonly nanCount: number | undefined;
  /** Number of rows whose first value is in the page. */
  readonly rowCount: number;
}
