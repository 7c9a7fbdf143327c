/** Facts about a data page, for the later checks of statistics and indexes. */
import type { ErrorPlace } from '@marquetry/core';

export interface PageFacts {
  /** Row group, column, page and file offset. */
  readonly at: ErrorPlace;
  readonly fileOffset: number;
  /** Stored bytes, including the header. */
  readonly byteLength: number;
  /** Counts from the levels and values; absent if the page could not be read. */
  readonly content?: PageContent;
}

export interface PageContent {
  readonly slotCount: number;
  readonly nullCount: number;
  /** Undefined for types without NaN, and if the file states no count of NaNs. */
  readonly nanCount: number | undefined;
  /** Number of rows that start in the page. */
  readonly rowCount: number;
}
