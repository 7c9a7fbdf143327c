/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Writes a Parquet file, row group after row group.
 *
 *   write(batch)     -> cut at row groups -> a chunk writer a column --.
 *   writeRowGroup()  -> columns one by one, or chunks to be copied   --+-> all columns are there -> sink
 */
import { defaultLimits, ParquetError } from '@marquetry/core';
import type { FileMetaData } from '@marquetry/metadata';
import type { Schema } from '@marquetry/schema';
import type { ParquetFile } from '../parquet-file.js';
import type { ByteSink } from '../sink/byte-sink.js';
import { createEncoders } from './column-encoder.js';
import { type FileWriterOptions, planWrite } from './options.js';
import { createOutput, type Output } from './output.js';
import { createRowGroupFilling } from './row-group-filling.js';
import {
  type CopyRowGroupOptions,
  columnCopies,
  copiedRows,
  type SplitRowGroupOptions,
  splitParts,
} from './row-group-split.js';
import { createRowGroupStore } from './row-group-store.js';
import { encodeRowGroup, type RowGroupPart } from './whole-row-group.js';
import { createWorkerEncoders } from './worker-encoders.js';
import { inOrder, type RowGroupColumns, requireKnown, type WriteColumns } from './write-columns.js';
import { createWriterCalls } from './writer-calls.js';

/**
 * Calls must not overlap. A call that rejects ends the writer: the sink is aborted, nothing that looks whole is left, and
 * further calls reject with INVALID_ARGUMENT. The first error counts: what the sink's `abort` throws then is ignored.
 *
 * Long calls take turns of the event loop, at least about every 20 ms. The writer's signal and {@link abort} end the call
 * that is running at the next turn, also when the sink, or an iterable that was given, never settles. A call that its
 * signal ends waits at most about 50 ms for the sink to be aborted; `await writer.abort()` waits for it to the end.
 */
export interface FileWriter {
  readonly schema: Schema;
  /** The signal of the options. Whoever prepares long calls looks at it too. */
  readonly signal: AbortSignal | undefined;
  /** Rows taken so far. */
  readonly rowCount: number;
  /**
   * Adds rows; a row group is written whenever it is full. The values may be reused afterwards.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the schema: then nothing of
   *   their row group has been written. Errors of the sink, unchanged; the reason of the signal.
   */
  write(columns: WriteColumns): Promise<void>;
  /** Ends the row group that is being filled, if one is. */
  endRowGroup(): Promise<void>;
  /** Writes a whole row group; the one that is being filled ends before. Throws as {@link write}. */
  writeRowGroup(columns: RowGroupColumns): Promise<void>;
  /**
   * Copies a row group, or some of its rows, without decoding it: those of its columns that this file has. Throws as
   * {@link write}, and INVALID_ARGUMENT for rows at whose ends a column has no page boundary.
   */
  copyRowGroup(file: ParquetFile, rowGroup: number, options?: CopyRowGroupOptions): Promise<void>;
  /**
   * Copies a row group as several, without decoding it, cut where all columns have a page boundary: at the one nearest to
   * each multiple of `rowGroupRows`. Without any it stays whole. Throws as {@link write}.
   */
  splitRowGroup(file: ParquetFile, rowGroup: number, options?: SplitRowGroupOptions): Promise<void>;
  /** Writes what is left, indexes and footer, and closes the sink. Returns the footer. */
  finish(): Promise<FileMetaData>;
  /**
   * Gives up, and ends the call that is running. Does nothing after {@link finish}. Resolves when the sink has been aborted,
   * and rejects with what it rejects with; after a call that failed it only waits for that.
   */
  abort(reason?: unknown): Promise<void>;
  /** For `await using`: {@link abort} unless the file is finished. Never rejects, so that an error before it is seen. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A writer to a sink. Nothing is written before the first row group is full.
 * @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be. The sink is then untouched.
 */
export function createFileWriter(sink: ByteSink, options: FileWriterOptions): FileWriter {
  const plan = planWrite(options);
  const { schema, columns, rowGroupRows } = plan;
  const calls = createWriterCalls(plan.signal, async (reason) => {
    filling.discard(reason);
    await output.abort(reason);
  });
  const { signal } = calls;
  const output: Output = createOutput(sink, signal);
  const store = createRowGroupStore(plan, output, signal);
  const encoders =
    plan.parallel === undefined
      ? createEncoders(signal)
      : createWorkerEncoders(plan.parallel, options.limits ?? defaultLimits, signal);
  const filling = createRowGroupFilling(plan, encoders, store, signal);
  let preparing: Promise<unknown> | undefined;

  const run = (action: () => Promise<void>): Promise<void> =>
    calls.run(async () => {
      preparing ??= Promise.all([...plan.codecs].map((codec) => codec.prepare?.()));
      await preparing;
      try {
        await action();
      } catch (error) {
        // What was given before fails first.
        await encoders.drain();
        throw error;
      }
    });
  const storeParts = async (parts: readonly RowGroupPart[]): Promise<void> => {
    if (plan.checkSorting && plan.sortingColumns.length > 0) {
      const what =
        '`checkSorting` checks only rows passed to `write`, not row groups that are written or copied as a whole';
      throw new ParquetError('INVALID_ARGUMENT', what);
    }
    await filling.end();
    await encoders.drain();
    for (const { chunks, rowCount } of parts) await store.store([...chunks], rowCount);
  };

  return {
    schema,
    signal: plan.signal,
    get rowCount(): number {
      return store.rowCount + filling.rowCount;
    },
    write: (from) =>
      run(async () => {
        await filling.write(inOrder(plan, from));
      }),
    endRowGroup: () => run(filling.end),
    writeRowGroup: (from) =>
      run(async () => {
        const inputs = inOrder(plan, from);
        await filling.end();
        await storeParts([await encodeRowGroup(columns, inputs, encoders, signal)]);
      }),
    copyRowGroup: (file, rowGroup, { columns: names = {}, rows } = {}) =>
      run(async () => {
        requireKnown(plan, names);
        await storeParts([await copiedRows(columnCopies(columns, { file, rowGroup, names }), rows, signal)]);
      }),
    splitRowGroup: (file, rowGroup, { columns: names = {}, rowGroupRows: rows = rowGroupRows } = {}) =>
      run(async () => {
        requireKnown(plan, names);
        await storeParts(await splitParts(columnCopies(columns, { file, rowGroup, names }), rows, signal));
      }),
    finish: () =>
      calls.finish(async () => {
        await filling.end();
        await encoders.drain();
        const metadata = await store.finish();
        encoders.close(undefined);
        return metadata;
      }),
    abort: calls.abort,
    [Symbol.asyncDispose]: async () => {
      const reason = new ParquetError('INVALID_ARGUMENT', 'the file writer was disposed of before it was finished');
      await calls.abort(reason).catch(() => undefined);
    },
  };
}
