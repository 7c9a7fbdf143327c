/**
 * Reads files in a worker: opens files, runs the tasks that the pool requests, and sends the decoded batches.
 */
import { createBatchMemory, openFile, type ParquetFile } from '@marquetry/file';
import { receivedRows } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import type { FromWorker, OpenMessage, ReadMessage, ToWorker } from './messages.js';
import { createRemoteSources, withStored } from './remote-source.js';
import { createColumnSender } from './sent-columns.js';
import { sendError } from './sent-error.js';
import type { ServeTasksOptions } from './serve-options.js';
import { createUnreadBatches, type UnreadBatches } from './unread-batches.js';
import type { WorkerPort } from './worker-port.js';

/**
 * A task that is running, or waiting for another task to end. `wake` is called when the pool has used a batch, and when
 * the task is canceled.
 */
interface Task {
  readonly abort: AbortController;
  /** Resolves when the task has ended, successfully or not. */
  ended: Promise<void>;
  readonly unread: UnreadBatches;
  wake: () => void;
}

export interface ReadingServer {
  /** Handles messages about reading. Ignores all other messages. */
  receive(message: ToWorker): void;
}

export function createReadingServer(
  post: WorkerPort<FromWorker, unknown>['post'],
  options: ServeTasksOptions,
): ReadingServer {
  const sources = createRemoteSources(post);
  const files = new Map<number, Promise<ParquetFile>>();
  const tasks = new Map<number, Task>();

  const open = ({ file, byteLength, limits, verifyChecksums }: OpenMessage): void => {
    const opening = openFile(sources.sourceOf(file, byteLength), {
      ...options,
      limits,
      verifyChecksums,
      statistics: false,
    });
    // Ignore an error here: the first task that uses the file reports it.
    opening.catch(() => undefined);
    files.set(file, opening);
  };

  const run = async (message: ReadMessage, task: Task): Promise<void> => {
    try {
      if (message.after !== undefined) await tasks.get(message.after)?.ended;
      const file = await files.get(message.file);
      if (file === undefined) throw new Error(`file ${message.file} is not open in this worker`);
      const sender = createColumnSender();
      for await (const columns of batchesOf(withStored(file, message.stored), message, task.abort.signal)) {
        const batch = sender.send(columns);
        await untilRoomFor(batch.moved, task);
        post({ kind: 'batch', task: message.task, columns: batch.columns }, batch.moved);
      }
      const stored = message.stored[0]?.bytes.buffer;
      post({ kind: 'end', task: message.task, stored }, stored && [stored]);
    } catch (error) {
      post({ kind: 'failure', task: message.task, error: sendError(error) });
    } finally {
      tasks.delete(message.task);
    }
  };

  const start = (message: ReadMessage): void => {
    const abort = new AbortController();
    const unread = createUnreadBatches(message.mostUnread);
    const task: Task = { abort, ended: Promise.resolve(), unread, wake: () => undefined };
    tasks.set(message.task, task);
    task.ended = run(message, task);
  };

  const receive = (message: ToWorker): void => {
    switch (message.kind) {
      case 'open':
        open(message);
        return;
      case 'read':
        start(message);
        return;
      case 'more': {
        const task = tasks.get(message.task);
        if (task === undefined) return;
        task.unread.remove();
        task.wake();
        return;
      }
      case 'stop': {
        const task = tasks.get(message.task);
        task?.abort.abort();
        task?.wake();
        return;
      }
      case 'close':
        files.delete(message.file);
        return;
      case 'bytes':
        sources.bytes(message.fetch, message.bytes);
        return;
      case 'refusal':
        sources.refusal(message.fetch, message.error);
        return;
    }
  };
  return { receive };
}

/**
 * The memory for decoded batches, shared by all tasks. It never recycles arrays (`mostBytes: 0`), because batches are
 * transferred to the calling thread. Tasks that share it decompress pages into the same memory, and do not count
 * transferred batches as garbage. A batch may therefore be as large as the worker's memory limit allows.
 */
const memory = /* @__PURE__ */ createBatchMemory({ mostBytes: 0 });

function batchesOf(file: ParquetFile, task: ReadMessage, signal: AbortSignal): ReturnType<ParquetFile['leafBatches']> {
  const { leaves } = file.schema;
  const formOf = (form: readonly boolean[]) => {
    const chosen = new Set(task.leaves.filter((_, i) => form[i]));
    return ({ index }: LeafNode): boolean => chosen.has(index);
  };
  return file.leafBatches({
    columns: task.leaves.map((index) => leaves[index] as LeafNode),
    rowGroups: [task.rowGroup],
    rows: receivedRows(task.rows),
    spaced: formOf(task.spaced),
    decodeDictionaries: formOf(task.decodeDictionaries),
    batchRows: task.batchRows,
    memory,
    signal,
  });
}

/**
 * Waits until a batch that consists of these buffers may be sent, and counts the batch as sent.
 * @throws The abort reason if the task is canceled.
 */
async function untilRoomFor(moved: readonly ArrayBuffer[], task: Task): Promise<void> {
  const { signal } = task.abort;
  const byteLength = moved.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  signal.throwIfAborted();
  while (!task.unread.hasRoomFor(byteLength)) {
    await new Promise<void>((resolve) => {
      task.wake = resolve;
    });
    signal.throwIfAborted();
  }
  task.unread.add(byteLength);
}
