/**
 * A column of a batch, to be taken in portions of rows.
 */
import type { WriteBatch } from '@marquetry/column-writer';

export interface ColumnRows {
  readonly rowCount: number;
  /** Bytes that a row takes as PLAIN, on average: an estimate. */
  readonly rowBytes: number;
  /** Slots of a row, on average. */
  readonly rowSlots: number;
  /** The next `rows` rows, of which at least that many must be left. May alias what the caller gave. */
  take(rows: number): Promise<WriteBatch>;
}

/** Rows of a portion at most: between portions, the size of the row group and the clock are looked at. */
const mostRows = 2 ** 17;
/** Bytes and slots of a portion: it is checked, and made dense, in one stretch. */
const mostBytes = 2 ** 24;
const mostSlots = 2 ** 20;

/** Rows of these columns that are encoded at a time. */
export function portionRows(columns: readonly ColumnRows[]): number {
  let rows = mostRows;
  for (const { rowBytes, rowSlots } of columns) rows = Math.min(rows, mostBytes / rowBytes, mostSlots / rowSlots);
  return Math.max(1, Math.floor(rows));
}
