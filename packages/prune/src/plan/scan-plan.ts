/**
 * The types of a scan plan: the parts of a file that a scan will read and skip. A plan is plain data, which JSON can
 * represent.
 */

/** A byte range of the file that a scan reads. */
export interface PlannedRead {
  /**
   * The path of the external file that contains the column. `offset` is then an offset in that file. Absent if the
   * column is in the Parquet file itself.
   */
  readonly file?: string;
  readonly offset: number;
  readonly byteLength: number;
  /** Path of the column. */
  readonly column: string;
  /**
   * `filter` for columns that the predicate tests, which are read first; `output` for columns that are read only for
   * the rows that match.
   */
  readonly phase: 'filter' | 'output';
}

/** A row group that a scan reads. */
export interface GroupPlan {
  readonly rowGroup: number;
  /** The rows that may match, as ascending ranges `[from, to)`, counted from the first row of the row group. */
  readonly rows: readonly (readonly [from: number, to: number])[];
  /**
   * `all` if metadata proves that every row in `rows` matches, so that the scan does not evaluate the predicate; `some`
   * otherwise.
   */
  readonly decided: 'all' | 'some';
  /** The proof as human-readable text, if `decided` is `all`. */
  readonly why?: string;
  /**
   * The byte ranges to read for `rows`. A column without an offset index is read as a whole chunk. Some reads of the
   * `output` phase may turn out to be unnecessary.
   */
  readonly reads: readonly PlannedRead[];
}

/** Rows that are skipped, with the proof that none of them matches. */
export interface Skip {
  readonly rowGroup: number;
  /** Number of rows that are skipped. */
  readonly rows: number;
  readonly by: 'statistics' | 'bloom' | 'dictionary' | 'columnIndex' | 'rows' | 'predicate';
  /**
   * Path of the column whose metadata proves that none of the rows matches. If the proof involves several columns, the
   * first of them; if it involves none, empty.
   */
  readonly column: string;
  /** The reason as human-readable text, such as `max 41 < 60`. */
  readonly why: string;
}

/** Metadata that was not used, and why. */
export interface Ignored {
  readonly rowGroup: number;
  readonly column: string;
  /**
   * The reason as human-readable text, such as `statistics ignored: bounds from parquet-mr 1.7.0 may be wrong
   * (PARQUET-251)`.
   */
  readonly why: string;
}

/**
 * The plan of a scan: the byte ranges that it will read, and the rows that it will skip. It is plain data, which can be
 * sent, logged and compared.
 */
export interface ScanPlan {
  readonly version: 1;
  readonly rowGroups: readonly GroupPlan[];
  readonly skipped: readonly Skip[];
  readonly ignored: readonly Ignored[];
  /** Number of rows that may match. */
  readonly rows: number;
  /**
   * Sizes in bytes. `read`: the maximum size of the column data that the scan reads. `metadata`: the indexes,
   * filters and dictionaries that were read to make the plan. `file`: the whole file.
   */
  readonly bytes: { readonly read: number; readonly metadata: number; readonly file: number };
}
