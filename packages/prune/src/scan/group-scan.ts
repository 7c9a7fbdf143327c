/**
 * What a scan of a row group is given, and the rows that remain between its tests.
 */
import type { BatchMemory, ParquetFile, ReadShare } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import type { Ranges } from '../plan/ranges.js';
import type { ColumnForms } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import type { ColumnsOfRows, KeptBatch, OutputForm } from './kept-columns.js';

/** A row group to scan, and the tests, forms and memory of the scan. */
export interface GroupScan {
  readonly file: ParquetFile;
  /** True if pages may be read in this thread instead of in workers. */
  readonly isHere: boolean;
  readonly rowGroup: number;
  /** The rows that may match, according to metadata. */
  readonly candidates: Ranges;
  /** The tests that must all pass, in the order in which they are applied. */
  readonly conjuncts: readonly Conjunct[];
  /** The forms in which columns are read. */
  readonly forms: ColumnForms;
  /** The columns that both the predicate and the output need. */
  readonly kept: ReadonlySet<LeafNode>;
  /** Maximum number of rows per batch. */
  readonly batchRows: number;
  /** Memory that the scan uses for other things, which counts towards its memory limit. */
  readonly beside: readonly ReadShare[];
  /** The memory that predicate columns are decoded into. */
  readonly memory: BatchMemory;
  readonly output: OutputForm;
  readonly signal: AbortSignal | undefined;
}

/** The rows that satisfied the conjuncts so far, and their columns that were kept for the output. */
export interface LeftRows {
  readonly rows: RowBits;
  readonly rowCount: number;
  readonly kept: readonly KeptBatch[];
  /** Columns that are already reduced to these rows. */
  readonly columns: ColumnsOfRows;
  readonly held: readonly ReadShare[];
}
