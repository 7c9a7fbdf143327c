/**
 * The connection of a pool to one worker: tracks the worker's open files and running tasks, answers its requests for
 * bytes, and sends it chunks to encode.
 */
import type { Limits } from '@marquetry/core';
import type { ByteSource, ParquetFile } from '@marquetry/file';
import type { EncodeItem, EncodeOutcome, FromWorker, ReadMessage, SentBytes } from './messages.js';
import { receiveError, sendError } from './sent-error.js';
import { createTaskStream, type TaskSink, type TaskStream } from './task-stream.js';
import type { WorkerHandle } from './worker-handle.js';

export interface Connection {
  /** False after the worker has failed or has been closed. A new worker must then be started. */
  readonly isUsable: boolean;
  /** Starts a task that reads rows of a file. Makes the worker open the file first if it has not done so yet. */
  run(file: ParquetFile, limits: Limits, task: RunTask): RunningTask;
  /** Opens a port through which the chunks of one new file are sent to the worker, which encodes them. */
  openWriting(receiver: WritingReceiver): WritingPort;
  close(): void;
}

interface RunTask extends Omit<ReadMessage, 'kind' | 'task' | 'file' | 'stored'> {
  readonly stored: readonly SentBytes[] | Promise<readonly SentBytes[]>;
  /** Called when the worker returns the buffer that was sent with the task (`stored`). */
  giveBack(buffer: ArrayBuffer): void;
}

export interface RunningTask extends TaskStream {
  /** The id of the task. A later task that must start after this one has this id as `after`. */
  readonly id: number;
}

/** Receives the messages about one task from a worker. */
interface TaskReceiver extends Omit<TaskSink, 'end'> {
  end(stored: ArrayBuffer | undefined): void;
}

/** Receives the answers to encoding requests, in the order of the requests. */
interface WritingReceiver {
  outcomes(outcomes: readonly EncodeOutcome[]): void;
  /** Called if the worker fails or is closed. */
  fail(error: unknown): void;
}

/** Sends encoding requests for one file to a worker. */
export interface WritingPort {
  post(items: readonly EncodeItem[], moved: readonly ArrayBuffer[]): void;
  /** Sets whether an answer is pending. The worker keeps the process alive while an answer is pending. */
  setBusy(isBusy: boolean): void;
  /** Makes the worker discard the file's chunks, and ignores later answers. */
  close(): void;
}

/** A file that the worker keeps open while tasks use it. */
interface OpenedFile {
  readonly id: number;
  readonly source: ByteSource;
  tasks: number;
}

export function connect(worker: WorkerHandle): Connection {
  const files = new Map<ParquetFile, OpenedFile>();
  const sources = new Map<number, ByteSource>();
  const tasks = new Map<number, TaskReceiver>();
  const writers = new Map<number, WritingReceiver>();
  const busyWriters = new Set<number>();
  let ids = 0;
  let isUsable = true;

  const fail = (error: unknown): void => {
    if (!isUsable) return;
    isUsable = false;
    for (const task of tasks.values()) task.fail(error);
    for (const writer of writers.values()) writer.fail(error);
    tasks.clear();
    writers.clear();
    worker.terminate();
  };

  const fetchBytes = async (fetch: number, file: number, offset: number, length: number): Promise<void> => {
    try {
      const source = sources.get(file);
      if (source === undefined) throw new Error('the file was closed while a worker was reading it');
      // Copy the bytes: the source may still use their memory, and transferring it to the worker would detach it.
      const bytes = new Uint8Array(await source.read(offset, length));
      if (isUsable) worker.post({ kind: 'bytes', fetch, bytes }, [bytes.buffer]);
    } catch (error) {
      if (isUsable) worker.post({ kind: 'refusal', fetch, error: sendError(error) });
    }
  };

  worker.onFailure(fail);
  worker.onMessage((message: FromWorker) => {
    switch (message.kind) {
      case 'fetch':
        void fetchBytes(message.fetch, message.file, message.offset, message.length);
        return;
      case 'batch':
        return tasks.get(message.task)?.batch(message.columns);
      case 'end':
        return finished(message.task, (task) => task.end(message.stored));
      case 'failure':
        return finished(message.task, (task) => task.fail(receiveError(message.error)));
      case 'outcomes':
        return writers.get(message.writer)?.outcomes(message.outcomes);
    }
  });
  const keepAlive = (): void => worker.keepAlive(tasks.size + busyWriters.size > 0);
  const finished = (id: number, action: (task: TaskReceiver) => void): void => {
    const task = tasks.get(id);
    tasks.delete(id);
    keepAlive();
    if (task !== undefined) action(task);
  };

  const opened = (file: ParquetFile, limits: Limits): OpenedFile => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const entry: OpenedFile = { id: ids++, source: file.source, tasks: 0 };
    files.set(file, entry);
    sources.set(entry.id, file.source);
    const { byteLength } = file.source;
    worker.post({ kind: 'open', file: entry.id, byteLength, limits, verifyChecksums: file.verifyChecksums });
    return entry;
  };
  const release = (file: ParquetFile, entry: OpenedFile): void => {
    entry.tasks--;
    if (entry.tasks > 0 || !isUsable) return;
    files.delete(file);
    sources.delete(entry.id);
    worker.post({ kind: 'close', file: entry.id });
  };

  return {
    get isUsable(): boolean {
      return isUsable;
    },
    run: (file, limits, { stored, giveBack, ...task }) => {
      const id = ids++;
      const entry = opened(file, limits);
      entry.tasks++;
      let isSent = false;
      const send = (sent: readonly SentBytes[]): void => {
        if (!isUsable || !tasks.has(id)) return;
        isSent = true;
        const buffer = sent[0]?.bytes.buffer;
        worker.post({ ...task, kind: 'read', task: id, file: entry.id, stored: sent }, buffer && [buffer]);
      };
      const stream = createTaskStream({
        more: () => {
          if (isUsable) worker.post({ kind: 'more', task: id });
        },
        stopped: () => {
          if (!isSent) finished(id, (receiver) => receiver.end(undefined));
          else if (isUsable) worker.post({ kind: 'stop', task: id });
        },
      });
      let isReleased = false;
      const releaseOnce = (): void => {
        if (!isReleased) release(file, entry);
        isReleased = true;
      };
      tasks.set(id, {
        batch: stream.batch,
        end: (buffer) => {
          releaseOnce();
          if (buffer !== undefined) giveBack(buffer);
          stream.end();
        },
        fail: (error) => {
          releaseOnce();
          stream.fail(error);
        },
      });
      keepAlive();
      if (stored instanceof Promise) void stored.then(send);
      else send(stored);
      return { ...stream, id };
    },
    openWriting: (receiver) => {
      const writer = ids++;
      writers.set(writer, receiver);
      const setBusy = (isBusy: boolean): void => {
        if (isBusy) busyWriters.add(writer);
        else busyWriters.delete(writer);
        if (isUsable) keepAlive();
      };
      return {
        post: (items, moved) => {
          if (isUsable) worker.post({ kind: 'encode', writer, items }, moved);
        },
        setBusy,
        close: () => {
          writers.delete(writer);
          setBusy(false);
          if (isUsable) worker.post({ kind: 'drop', writer });
        },
      };
    },
    close: () => fail(new Error('the worker pool was closed')),
  };
}
