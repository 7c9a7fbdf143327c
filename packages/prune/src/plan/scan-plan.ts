/**
 * The type of a scan plan: the parts of a file that a scan will read and skip, as plain data for JSON.
 */

/** A byte range of the file that a scan reads. */
export interface PlannedRead {
  /** The path of the file with the column, if it is not this file. `offset` is then an offset in that file. */
  readonly file?: string;
  readonly offset: number;
  readonly byteLength: number;
  /** Path of the column. */
  readonly column: string;
  /**
   * `filter` for columns that the predicate tests, which are read first. `output` for columns that are read only in the
   * rows that match.
   */
  readonly phase: 'filter' | 'output';
}

/** A row group that a scan reads. */
export interface GroupPlan {
  readonly rowGroup: number;
  /** The rows that may match, as ascending ranges `[from, to)`. Row 0 is the first row of the row group. */
  readonly rows: readonly (readonly [from: number, to: number])[];
  /**
   * `all` if metadata proves that all of these rows match, so that the predicate is not evaluated; `some` otherwise.
   */
  readonly decided: 'all' | 'some';
  /** A human-readable proof, if `decided` is `all`. */
  readonly why?: string;
  /**
   * The reads for these rows. A column without an offset index is read as a whole chunk. Some reads of the phase
   * `output` may turn out to be unnecessary.
   */
  readonly reads: readonly PlannedRead[];
}

/** Rows that are skipped, with the proof that none of them can match. */
export interface Skip {
  readonly rowGroup: number;
  /** Number of rows that are skipped. */
  readonly rows: number;
  readonly by: 'statistics' | 'bloom' | 'dictionary' | 'columnIndex' | 'rows' | 'predicate';
  /** Path of the column whose metadata is the proof. Empty if no single column proves it. */
  readonly column: string;
  /** A human-readable reason: `max 41 < 60`. */
  readonly why: string;
}

/** Metadata that was not used, and why. */
export interface Ignored {
  readonly rowGroup: number;
  readonly column: string;
  /** A human-readable reason: `statistics ignored: bounds from parquet-mr 1.7.0 may be wrong (PARQUET-251)`. */
  readonly why: string;
}

/** The plan of a scan: the pages that it will read, and those that it skips. Plain data: it can be sent, logged and compared. */
export interface ScanPlan {
  readonly version: 1;
  readonly rowGroups: readonly GroupPlan[];
  readonly skipped: readonly Skip[];
  readonly ignored: readonly Ignored[];
  /** Number of rows that may match. */
  readonly rows: number;
  /**
   * Numbers of bytes. `read`: the most that will be read of column chunks. `metadata`: the indexes, filters and
   * dictionaries that were read to make the plan. `file`: the whole file.
   */
  readonly bytes: { readonly read: number; readonly metadata: number; readonly file: number };
}
