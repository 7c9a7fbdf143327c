/** The state of a query. Its rows are read in small ranges, as the user scrolls. */

import type { FieldWriter } from '@marquetry/json';
import type { Where } from 'marquetry';

/** The rows of the query that are in one row group. */
export interface GroupOfQuery {
  readonly rowGroup: number;
  /** The range of the row group's rows to which the query is limited: `[from, to)`. */
  readonly rows: readonly [number, number];
  /** Number of rows in the range {@link rows} that match the predicate; undefined until they have been counted. */
  matching: number | undefined;
}

export interface QueryState {
  /** The paths of the top-level fields to read. */
  readonly columns: readonly string[];
  readonly where: Where | undefined;
  readonly groups: readonly GroupOfQuery[];
  /** For each column, the function that converts its values to the text of cells. */
  readonly writers: readonly FieldWriter[];
}
