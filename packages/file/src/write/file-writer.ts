/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Writes a Parquet file, one row group after another.
 *
 *   write(batch)     -> split into row groups -> one chunk writer per column --.
 *   writeRowGroup()  -> columns one by one, or chunks to be copied            --+-> complete row group -> sink
 */
import { geospatial, isGeospatial } from '@marquetry/column-writer';
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
 * Writes rows and row groups to a Parquet file. Calls must not overlap. A call that rejects ends the writer: the sink
 * is aborted, no file that looks complete remains, and further calls reject with INVALID_ARGUMENT. Calls reject with
 * the first error; later errors from the sink's `abort` are ignored.
 *
 * Long calls yield to the event loop about every 12 ms. If the writer's signal aborts or {@link abort} is called, the
 * running call rejects the next time it yields, even if a promise from the sink or an iterable never settles. After the
 * signal has aborted, the call waits at most about 50 ms for the sink to be aborted; `await writer.abort()` waits until
 * the sink has been aborted.
 */
export interface FileWriter {
  readonly schema: Schema;
  /** The writer's `signal` option, for callers that do long work before they call the writer. */
  readonly signal: AbortSignal | undefined;
  /** Number of rows passed to the writer so far. */
  readonly rowCount: number;
  /**
   * Adds rows, and writes a row group whenever one is full. The caller may reuse the memory of the values afterwards.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the schema; their row
   * group is not written. Throws errors from the sink unchanged, and the signal's reason if it is aborted.
   */
  write(columns: WriteColumns): Promise<void>;
  /**
   * Ends the current row group, so that the next rows start a new one. Does nothing if the current row group has no
   * rows.
   */
  endRowGroup(): Promise<void>;
  /** Writes a whole row group, after ending the current one. Throws like {@link write}. */
  writeRowGroup(columns: RowGroupColumns): Promise<void>;
  /**
   * Copies a row group from another file, or some of its rows, without decoding. Columns that the new file does not
   * have are omitted. Page headers are checked against the footer and the offset index, but page bodies are not read:
   * their checksums are copied, not verified. With `trustIndex`, the page headers of some chunks are not read either.
   * The last bytes may be written only by the next call.
   * @throws ParquetError like {@link write}; INVALID_ARGUMENT if the copied rows do not start and end at page
   * boundaries in every column; CORRUPT or TRUNCATED if chunks overlap, or pages, footer and offset index contradict
   * each other.
   */
  copyRowGroup(file: ParquetFile, rowGroup: number, options?: CopyRowGroupOptions): Promise<void>;
  /**
   * Copies a row group as several row groups, without decoding. Splits only at rows at which a page starts in every
   * column, as near as possible to the multiples of `rowGroupRows`. If there are no such rows, the row group is not
   * split. Throws like {@link write}.
   */
  splitRowGroup(file: ParquetFile, rowGroup: number, options?: SplitRowGroupOptions): Promise<void>;
  /** Writes the remaining rows, the indexes and the footer, and closes the sink. Returns the footer. */
  finish(): Promise<FileMetaData>;
  /**
   * Discards the file, and makes the running call reject. Does nothing after {@link finish}. Settles like the sink's
   * `abort`. After a failed call, which has already aborted the sink, it only waits until the sink has been aborted.
   */
  abort(reason?: unknown): Promise<void>;
  /**
   * Implements `await using`: calls {@link abort} unless the file is finished. Never rejects, so that an earlier error
   * is not hidden.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a writer that writes a file to a sink. The sink is first used when a row group is full.
 * @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for invalid options, before the sink is used.
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
      preparing ??= Promise.all([
        ...[...plan.codecs].map((codec) => codec.prepare?.()),
        columns.some(({ leaf }) => isGeospatial(leaf)) && geospatial.load(),
      ]);
      await preparing;
      try {
        await action();
      } catch (error) {
        // If encoding earlier rows has failed, that error takes precedence.
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
    copyRowGroup: (file, rowGroup, options = {}) =>
      run(async () => {
        const { columns: names = {} } = options;
        requireKnown(plan, names);
        const copies = await columnCopies(columns, { file, rowGroup, names }, signal);
        await storeParts([await copiedRows(copies, options, signal)]);
      }),
    splitRowGroup: (file, rowGroup, { columns: names = {}, rowGroupRows: rows = rowGroupRows } = {}) =>
      run(async () => {
        requireKnown(plan, names);
        const copies = await columnCopies(columns, { file, rowGroup, names }, signal);
        await storeParts(await splitParts(copies, rows, signal));
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
