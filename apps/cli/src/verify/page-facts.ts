/**
 * What was found in a data page, for the checks of statistics and indexes that follow.
 */
import type { ErrorPlace } from '@marquetry/core';

export interface PageFacts {
  /** Row group, column, page and file offset. */
  readonly at: ErrorPlace;
  readonly fileOffset: number;
  /** Bytes as stored, header included. */
  readonly byteLength: number;
  /** What the levels and values say; absent for a page that could not be read. */
  readonly content?: PageContent;
}

export interface PageContent {
  readonly slotCount: number;
  readonly nullCount: number;
  /** Undefined for types without NaN, and where nothing states a count of them. */
  readonly nanCount: number | undefined;
  /** Rows that start in the page. */
  readonly rowCount: number;
}
