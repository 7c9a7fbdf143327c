/** A column of a batch, from which the writer takes and encodes one range of rows after another. */
import type { WriteBatch } from '@marquetry/column-writer';

export interface ColumnRows {
  readonly rowCount: number;
  /** An estimate of the average size of a row in PLAIN encoding, in bytes. */
  readonly rowBytes: number;
  /** Average number of slots per row. */
  readonly rowSlots: number;
  /** Returns the next `rows` rows. At least that many must be left. The result may alias the caller's arrays. */
  take(rows: number): Promise<WriteBatch>;
}

/**
 * Maximum number of rows to encode at a time. After these rows, the writer checks the size of the row group, and
 * whether to yield to the event loop.
 */
const mostRows = 2 ** 17;
/**
 * Maximum number of bytes, and of slots, to encode at a time. It is limited because checking values and removing nulls
 * does not yield to the event loop.
 */
const mostBytes = 2 ** 24;
const mostSlots = 2 ** 20;

/** Returns how many rows to encode at a time for a batch with these columns. */
export function portionRows(columns: readonly ColumnRows[]): number {
  let rows = mostRows;
  for (const { rowBytes, rowSlots } of columns) rows = Math.min(rows, mostBytes / rowBytes, mostSlots / rowSlots);
  return Math.max(1, Math.floor(rows));
}
