/**
 * A column of a batch, to be taken in portions of rows.
 */
import type { WriteBatch } from '@marquetry/column-writer';

export interface ColumnRows {
  readonly rowCount: number;
  /** Bytes that a row takes as PLAIN, on average: an estimate. */
  readonly rowBytes: number;
  /** The next `rows` rows, of which as many are left. May alias what the caller gave. */
  take(rows: number): Promise<WriteBatch>;
}
