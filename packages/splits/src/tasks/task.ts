/**
 * The interface of a task: the work on the rows of a split.
 */
import type {
  ColumnWriteOptions,
  FileWriter,
  FileWriterOptions,
  ReadBatchesOptions,
  TypedColumn,
  Where,
} from '@marquetry/file';
import type { Schema } from '@marquetry/schema';
import type { Json } from '../json.js';
import type { Split } from '../split.js';

/** Options of one read of the rows of a split. */
export interface SplitReadOptions
  extends Pick<ReadBatchesOptions, 'columns' | 'batchRows' | 'spaced' | 'decodeDictionaries'> {
  /** A predicate that rows must pass in addition to that of the split. It may have functions. It may only test columns of the split. */
  readonly where?: Where;
}

/** Options of the file that a task writes. By default, each column keeps its codec if this runtime can write it, and is SNAPPY otherwise. */
export interface SplitWriteOptions
  extends ColumnWriteOptions,
    Pick<
      FileWriterOptions,
      'columns' | 'rowGroupRows' | 'rowGroupBytes' | 'createdBy' | 'encryption' | 'keyValueMetadata' | 'sortingColumns'
    > {
  /** True to write values of encrypted files in plaintext; default false: `encryption` is then required. */
  readonly decrypt?: boolean;
}

/** The rows of a split, and the file to write. */
export interface SplitInput {
  readonly split: Split;
  /** The schema of the output: the `columns` of the split. Without columns, the schema of the columns that are read. */
  readonly schema: Schema;
  readonly signal: AbortSignal;
  /** Yields the rows that pass, in order. Default columns: those of the output. */
  batches(options?: SplitReadOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** Returns the number of rows that pass. Reads only columns that are tested. */
  count(where?: Where): Promise<number>;
  /**
   * Returns the writer of the output. Executing finishes it after the task has ended.
   * @throws ParquetError INVALID_ARGUMENT if the task does not write, at the second call, and for invalid options.
   */
  writer(options?: SplitWriteOptions): FileWriter;
}

/** The work on the rows of a split. It must be deterministic: equal splits must give equal results. */
export interface SplitTask {
  /** A name of up to 64 letters, digits, `-`, `_` and `.`. Results of different tasks are never committed together. */
  readonly name: string;
  /** True if the task writes a file. It then always writes one, even without rows. */
  readonly writes: boolean;
  /** Does the work. Returns a small value for the result, or undefined. */
  run(input: SplitInput): Promise<Json | undefined>;
  /** Joins the values of all splits, in the order of the plan. Absent if they are not joined. */
  combine?(values: readonly Json[]): Json;
}
