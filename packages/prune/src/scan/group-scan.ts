/**
 * The input for scanning one row group, and the rows that remain after each test of the predicate.
 */
import type { BatchMemory, ParquetFile, ReadShare } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import type { Ranges } from '../plan/ranges.js';
import type { ColumnForms } from './column-forms.js';
import type { Conjunct } from './conjuncts.js';
import type { ColumnsOfRows, KeptBatch, OutputForm } from './kept-columns.js';

/** A row group to scan, the tests to apply, and the memory to use. */
export interface GroupScan {
  readonly file: ParquetFile;
  /** True if pages may be read in this thread instead of in workers. */
  readonly isHere: boolean;
  readonly rowGroup: number;
  /** The rows that may match, according to metadata. */
  readonly candidates: Ranges;
  /** The tests that must all pass, in the order in which they are applied. */
  readonly conjuncts: readonly Conjunct[];
  /** The forms in which columns are read: with or without an entry for each null, with or without a dictionary. */
  readonly forms: ColumnForms;
  /** The columns that both the predicate and the output need. */
  readonly kept: ReadonlySet<LeafNode>;
  /** Maximum number of rows per batch. */
  readonly batchRows: number;
  /** Other memory of the read, such as bytes fetched ahead, which counts towards the same memory limit. */
  readonly beside: readonly ReadShare[];
  /** The memory that predicate columns are decoded into. */
  readonly memory: BatchMemory;
  readonly output: OutputForm;
  readonly signal: AbortSignal | undefined;
}

/** The rows that satisfied all conjuncts tested so far, and the tested columns that the output needs as well. */
export interface LeftRows {
  readonly rows: RowBits;
  readonly rowCount: number;
  readonly kept: readonly KeptBatch[];
  /** Columns that contain only the rows that satisfied all conjuncts tested so far. */
  readonly columns: ColumnsOfRows;
  readonly held: readonly ReadShare[];
}
