/** Reads the batches of a file in workers, and yields them in row order. */
import { sliceRowsInSteps } from '@marquetry/column';
import { isParquetError, type Limits, runStepsInTurns } from '@marquetry/core';
import {
  leavesOf,
  type ParquetFile,
  type ReadBatchesOptions,
  type RowGroupRange,
  type TypedColumn,
} from '@marquetry/file';
import { receivedRows, sentRows } from '@marquetry/file/row-bits';
import { rowRanges } from '@marquetry/file/row-ranges';
import type { LeafNode } from '@marquetry/schema';
import type { RunningTask } from './connection.js';
import { type ColumnShare, shareColumns } from './plan.js';
import { createPortions, type Portions } from './portions.js';
import { createColumnReceiver } from './sent-columns.js';
import { createStoredChunks } from './stored-chunks.js';
import type { TaskStream } from './task-stream.js';
import type { Workers } from './workers.js';

/** Like `file.leafBatches(options)`, but decodes the batches in workers. */
export async function* readBatchesIn(
  workers: Workers,
  file: ParquetFile,
  options: ReadBatchesOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const { signal } = options;
  signal?.throwIfAborted();
  const leaves = leavesOf(file.schema, options.columns);
  const ranges = rowRanges(file.metadata.rowGroups, options);
  if (leaves.length === 0) return;
  const limits = limitsOfWorker(file.limits, workers.count);
  const mostUnread = Math.floor(limits.memoryBytes * unreadShare);
  const shares = shareColumns(file, leaves, ranges, workers.count, mostUnread);
  const portions = createPortions(file, leaves);
  const work = { shares, ranges, portions, limits, mostUnread };
  const ahead = createReadAhead(workers, file, leaves, work, options);
  const onAbort = (): void => ahead.stop(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (const [i, range] of ranges.entries()) {
      let rows = 0;
      try {
        for await (const columns of joined(ahead.range(i), shares, leaves, signal)) {
          portions.measure(columns);
          yield columns;
          rows += columns[0]?.rowCount ?? 0;
          signal?.throwIfAborted();
        }
      } catch (error) {
        // The calling thread has a higher memory limit than a worker, so rows that do not fit in a worker may fit here:
        // read them again.
        if (!isParquetError(error) || error.code !== 'LIMIT' || signal?.aborted === true) throw error;
        const left = { offset: rows, limit: range.rowCount - rows };
        const rest = { rowGroups: [range.rowGroup], rows: receivedRows(sentRows(range)), ...left };
        yield* file.leafBatches({ ...options, columns: leaves, ...rest });
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    ahead.stop(new Error('the read has ended'));
  }
}

/** Starts the tasks of the current range of rows and of the next ranges, so that workers do not become idle. */
interface ReadAhead {
  /**
   * Returns the tasks of a range of rows: one per worker that reads some of the columns. Also starts the tasks of the
   * next ranges.
   */
  range(index: number): readonly TaskStream[];
  stop(reason: unknown): void;
}

/** How a read is divided among the workers, and the limits of each worker. */
interface Work {
  readonly shares: readonly ColumnShare[];
  readonly ranges: readonly RowGroupRange[];
  readonly portions: Portions;
  readonly limits: Limits;
  /** Maximum total size in bytes of the decoded batches that wait for the calling thread, per worker. */
  readonly mostUnread: number;
}

function createReadAhead(
  workers: Workers,
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { shares, ranges, portions, limits, mostUnread }: Work,
  options: ReadBatchesOptions,
): ReadAhead {
  const { spaced = false, decodeDictionaries = false } = options;
  const running = new Map<number, readonly RunningTask[]>();
  /** Number of ranges of rows (each in one row group) that the workers read at the same time. */
  const atOnce = Math.max(1, Math.floor(workers.count / shares.length));
  const mostStored = Math.floor(limits.memoryBytes * storedShare);
  const stored = createStoredChunks(file, mostStored, tasksPerWorker * workers.count, options.signal);
  let started = 0;

  const start = (index: number, range: RowGroupRange): void => {
    const { rowGroup } = range;
    const rows = sentRows(range);
    const batchRows = options.batchRows ?? portions.rowsOf(range);
    const tasks = shares.map((share, k) => {
      const chosen = share.map((i) => leaves[i] as LeafNode);
      const formOf = (form: typeof spaced): boolean[] =>
        chosen.map((leaf) => (typeof form === 'function' ? form(leaf) : form));
      const connection = workers.connection(((index % atOnce) * shares.length + k) % workers.count);
      return connection.run(file, limits, {
        ...{ rowGroup, rows, batchRows, mostUnread },
        after: running.get(index - atOnce)?.[k]?.id,
        stored: stored.take(range, chosen),
        giveBack: stored.give,
        leaves: chosen.map((leaf) => leaf.index),
        spaced: formOf(spaced),
        decodeDictionaries: formOf(decodeDictionaries),
      });
    });
    running.set(index, tasks);
  };

  return {
    range: (index) => {
      for (const done of running.keys()) if (done < index - atOnce) running.delete(done);
      for (; started < Math.min(ranges.length, index + tasksPerWorker * atOnce); started++) {
        start(started, ranges[started] as RowGroupRange);
      }
      return running.get(index) ?? [];
    },
    stop: (reason) => {
      for (const tasks of running.values()) for (const task of tasks) task.stop(reason);
    },
  };
}

/** Number of tasks per worker and read: one that runs, and one that starts when the first has ended. */
const tasksPerWorker = 2;
/** The fraction of a worker's memory that may be taken by the file bytes that are sent with a task. */
const storedShare = 1 / 8;
/**
 * The fraction of a worker's memory that may be taken by batches that were sent and that the pool has not used yet. The
 * batch that is being decoded may take as much again.
 */
const unreadShare = 1 / 3;
/**
 * The memory that a read needs per worker, as a multiple of the memory limit of the worker:
 *
 *   1      the memory of the worker itself
 *   1/3    the last batches of its current task, which the pool has not used yet
 *   1/3    the first batches of its next task
 *   1/8    the file bytes sent with its current task
 *   1/8    the file bytes sent with its next task
 */
const sharesAlive = 2;

/** Returns the limits of one worker: the memory limit of the whole read is divided among all workers. */
function limitsOfWorker(limits: Limits, workers: number): Limits {
  return { ...limits, memoryBytes: Math.ceil(limits.memoryBytes / (sharesAlive * workers)) };
}

/**
 * Joins columns that were read by several workers into batches. A batch has as many rows as have arrived from all of
 * these workers.
 */
async function* joined(
  tasks: readonly TaskStream[],
  shares: readonly ColumnShare[],
  leaves: readonly LeafNode[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const parts = tasks.map((task, k) =>
    createPart(
      task,
      (shares[k] ?? []).map((i) => leaves[i] as LeafNode),
    ),
  );
  for (;;) {
    const counts = await Promise.all(parts.map((part) => part.available()));
    const rows = Math.min(...counts);
    if (rows === 0) return;
    const columns: TypedColumn[] = new Array(leaves.length);
    for (const [k, part] of parts.entries()) {
      for (const [j, column] of (await part.take(rows, signal)).entries()) columns[shares[k]?.[j] as number] = column;
    }
    yield columns;
  }
}

/** Returns the rows of one task in batches of the requested size, independent of the batches that the worker sends. */
function createPart(
  task: TaskStream,
  leaves: readonly LeafNode[],
): {
  available(): Promise<number>;
  take(rows: number, signal: AbortSignal | undefined): Promise<readonly TypedColumn[]>;
} {
  const receiver = createColumnReceiver();
  let batch: readonly TypedColumn[] = [];
  let taken = 0;
  const left = (): number => (batch[0]?.rowCount ?? 0) - taken;
  return {
    available: async () => {
      if (left() > 0) return left();
      const message = await task.next();
      batch = message === undefined ? [] : receiver.receive(message, leaves);
      taken = 0;
      return left();
    },
    take: async (rows, signal) => {
      const from = taken;
      taken += rows;
      if (from === 0 && left() === 0) return batch;
      const columns: TypedColumn[] = [];
      for (const column of batch) {
        const slicing = sliceRowsInSteps(column, from, taken, column.leaf);
        columns.push({ leaf: column.leaf, ...(await runStepsInTurns(slicing, signal)) });
      }
      return columns;
    },
  };
}
