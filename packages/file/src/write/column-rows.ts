/** A column of a batch, which the writer reads one range of rows (a portion) at a time. */
import type { WriteBatch } from '@marquetry/column-writer';

export interface ColumnRows {
  readonly rowCount: number;
  /** An estimate of the average number of bytes per row when encoded as PLAIN. */
  readonly rowBytes: number;
  /** Average number of slots per row. */
  readonly rowSlots: number;
  /** Returns the next `rows` rows; at least that many must be left. The result may alias the caller's arrays. */
  take(rows: number): Promise<WriteBatch>;
}

/** The largest number of rows per portion. Between portions, the writer checks the size of the row group and the clock. */
const mostRows = 2 ** 17;
/** The largest number of bytes, and of slots, per portion. A portion is checked and its nulls are removed without a pause. */
const mostBytes = 2 ** 24;
const mostSlots = 2 ** 20;

/** Returns the number of rows per portion for a batch with these columns. */
export function portionRows(columns: readonly ColumnRows[]): number {
  let rows = mostRows;
  for (const { rowBytes, rowSlots } of columns) rows = Math.min(rows, mostBytes / rowBytes, mostSlots / rowSlots);
  return Math.max(1, Math.floor(rows));
}
