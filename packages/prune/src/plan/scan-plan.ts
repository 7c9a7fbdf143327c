/**
 * What a scan will read and skip, as JSON.
 */

/** A part of the file that a scan reads, in bytes. */
export interface PlannedRead {
  /** Path of the file, where the column lies in another one; `offset` is of that file. */
  readonly file?: string;
  readonly offset: number;
  readonly byteLength: number;
  /** Path of the column. */
  readonly column: string;
  /** Filter columns are read first; of output columns only what rows that passed need. */
  readonly phase: 'filter' | 'output';
}

/** A row group that a scan reads. */
export interface GroupPlan {
  readonly rowGroup: number;
  /** Rows of the row group that may pass, counted from its first: ranges `[from, to)`, ascending. */
  readonly rows: readonly (readonly [from: number, to: number])[];
  /** True where metadata proved that each of these rows passes: the predicate is not evaluated. */
  readonly decided: 'all' | 'some';
  /** What proved `all`. */
  readonly why?: string;
  /** Without an index of pages, whole column chunks. Rows that fail make output reads unnecessary. */
  readonly reads: readonly PlannedRead[];
}

/** Rows that are skipped, and the evidence that none of them can match. */
export interface Skip {
  readonly rowGroup: number;
  /** Number of skipped rows. */
  readonly rows: number;
  readonly by: 'statistics' | 'bloom' | 'dictionary' | 'columnIndex' | 'rows' | 'predicate';
  /** Path of the column; empty where several columns together, or none, prove it. */
  readonly column: string;
  /** A human-readable reason: `max 41 < 60`. */
  readonly why: string;
}

/** Metadata that was not used, and why. */
export interface Ignored {
  readonly rowGroup: number;
  readonly column: string;
  /** A human-readable reason: `statistics ignored: parquet-mr 1.7.0 (PARQUET-251)`. */
  readonly why: string;
}

/** The plan of a scan: the pages that it will read, and those that it skips. Plain data: it can be sent, logged and compared. */
export interface ScanPlan {
  readonly version: 1;
  readonly rowGroups: readonly GroupPlan[];
  readonly skipped: readonly Skip[];
  readonly ignored: readonly Ignored[];
  /** Rows that may pass. */
  readonly rows: number;
  /** `read`: of column chunks, at most; `metadata`: of indexes and filters, to make the plan; `file`: of the whole file. */
  readonly bytes: { readonly read: number; readonly metadata: number; readonly file: number };
}
