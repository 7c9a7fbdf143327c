/** A column of a batch. The writer reads and encodes one range of its rows at a time. */
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

/**
 * The largest number of rows that are encoded at a time. After these rows, the writer checks the size of the row group
 * and the clock.
 */
const mostRows = 2 ** 17;
/**
 * The largest number of bytes, and of slots, that are encoded at a time: checking them and removing nulls never yields
 * to the event loop.
 */
const mostBytes = 2 ** 24;
const mostSlots = 2 ** 20;

/** Returns how many rows of a batch with these columns to encode at a time. */
export function portionRows(columns: readonly ColumnRows[]): number {
  let rows = mostRows;
  for (const { rowBytes, rowSlots } of columns) rows = Math.min(rows, mostBytes / rowBytes, mostSlots / rowSlots);
  return Math.max(1, Math.floor(rows));
}
