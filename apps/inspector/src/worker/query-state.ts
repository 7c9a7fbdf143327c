/** A query whose rows are read window by window. */

import type { FieldWriter } from '@marquetry/json';
import type { Where } from 'marquetry';

/** A run of consecutive rows of the query, all in one row group. */
export interface GroupOfQuery {
  readonly rowGroup: number;
  /** The rows of the row group that the query may return: `[from, to)`. */
  readonly rows: readonly [number, number];
  /** Number of rows that pass; undefined until they have been counted. */
  matching: number | undefined;
}

export interface QueryState {
  /** The top-level fields that are read, by path. */
  readonly columns: readonly string[];
  readonly where: Where | undefined;
  readonly groups: readonly GroupOfQuery[];
  /** Writes the cells of each column. */
  readonly writers: readonly FieldWriter[];
}
