/**
 * A column of a batch, which is taken in portions of rows.
 */
import type { WriteBatch } from '@marquetry/column-writer';

export interface ColumnRows {
  readonly rowCount: number;
  /** An estimate of the average number of bytes per row in PLAIN. */
  readonly rowBytes: number;
  /** Slots of a row, on average. */
  readonly rowSlots: number;
  /** Takes the next `rows` rows; at least that many must be left. The result may alias the caller's arrays. */
  take(rows: number): Promise<WriteBatch>;
}

/** The most rows of a portion. The size of the row group and the clock are checked between portions. */
const mostRows = 2 ** 17;
/** The most bytes and slots of a portion, because it is checked and made dense without a pause. */
const mostBytes = 2 ** 24;
const mostSlots = 2 ** 20;

/** Returns the number of rows of these columns that are encoded at a time. */
export function portionRows(columns: readonly ColumnRows[]): number {
  let rows = mostRows;
  for (const { rowBytes, rowSlots } of columns) rows = Math.min(rows, mostBytes / rowBytes, mostSlots / rowSlots);
  return Math.max(1, Math.floor(rows));
}
