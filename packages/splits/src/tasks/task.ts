/**
 * The interface of a task, which processes the rows of a split.
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

/** Options for reading the rows of a split. */
export interface SplitReadOptions
  extends Pick<ReadBatchesOptions, 'columns' | 'batchRows' | 'spaced' | 'decodeDictionaries' | 'memory'> {
  /**
   * A predicate that rows must match in addition to the split's predicate. It may contain functions. It can only test
   * columns that the split reads.
   */
  readonly where?: Where;
}

/** Options of the file that a task writes. By default, each column keeps its codec if this runtime can compress with it, and is otherwise compressed with SNAPPY. */
export interface SplitWriteOptions
  extends ColumnWriteOptions,
    Pick<
      FileWriterOptions,
      'columns' | 'rowGroupRows' | 'rowGroupBytes' | 'createdBy' | 'encryption' | 'keyValueMetadata' | 'sortingColumns'
    > {
  /** True to write the values of encrypted files in plaintext. Default: false, which makes `encryption` required for encrypted files. */
  readonly decrypt?: boolean;
}

/** The rows of a split, and the file to write. */
export interface SplitInput {
  readonly split: Split;
  /**
   * The schema of the output. It has the columns in the split's `columns`; if the list is empty, all columns that the
   * split reads.
   */
  readonly schema: Schema;
  readonly signal: AbortSignal;
  /**
   * Yields the rows that match the predicates, in order. Reads the columns of the output, unless `columns` names
   * others.
   */
  batches(options?: SplitReadOptions): AsyncGenerator<readonly TypedColumn[], void, undefined>;
  /** Returns the number of rows that match the predicates. Reads only the columns that the predicates test. */
  count(where?: Where): Promise<number>;
  /**
   * Returns the writer of the output. `executeSplit` finishes the file after the task has ended.
   * @throws ParquetError INVALID_ARGUMENT if the task's `writes` is false, if a writer was already returned, and for invalid options.
   */
  writer(options?: SplitWriteOptions): FileWriter;
}

/** A task that processes the rows of a split. It must be deterministic: equal splits must give equal results. */
export interface SplitTask {
  /** A name of up to 64 letters, digits, `-`, `_` and `.`. Results of different tasks are never committed together. */
  readonly name: string;
  /**
   * The options on which the results depend, as JSON. Results of tasks whose options differ are never committed together. Absent if the
   * task has no options.
   */
  readonly options?: Json;
  /** True if the task writes a file. The file is then always written, even if it has no rows. */
  readonly writes: boolean;
  /** Processes the rows of a split. Returns a small value for the result of the split, or undefined. */
  run(input: SplitInput): Promise<Json | undefined>;
  /** Combines the values that `run` returned, in the order of the splits in the plan. Absent if values are not combined. */
  combine?(values: readonly Json[]): Json;
}
