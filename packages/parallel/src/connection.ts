/**
 * The pool's side of one worker: files that it has open, tasks that run in it, bytes that it asks for.
 */
import type { Limits } from '@marquetry/core';
import type { ByteSource, ParquetFile } from '@marquetry/file';
import type { FromWorker, ReadMessage } from './messages.js';
import { receiveError, sendError } from './sent-error.js';
import { createTaskStream, type TaskSink, type TaskStream } from './task-stream.js';
import type { WorkerHandle } from './worker-handle.js';

export interface Connection {
  /** False once the worker failed or was closed: a new one must be started. */
  readonly isUsable: boolean;
  /** Runs a task on a file, which the worker opens first where it has not. */
  run(file: ParquetFile, limits: Limits, task: Omit<ReadMessage, 'kind' | 'task' | 'file'>): TaskStream;
  close(): void;
}

/** A file that the worker has open, for as long as tasks use it. */
interface OpenedFile {
  readonly id: number;
  readonly source: ByteSource;
  tasks: number;
}

export function connect(worker: WorkerHandle): Connection {
  const files = new Map<ParquetFile, OpenedFile>();
  const sources = new Map<number, ByteSource>();
  const tasks = new Map<number, TaskSink>();
  let ids = 0;
  let isUsable = true;

  const fail = (error: unknown): void => {
    if (!isUsable) return;
    isUsable = false;
    for (const task of tasks.values()) task.fail(error);
    tasks.clear();
    worker.terminate();
  };

  const fetchBytes = async (fetch: number, file: number, offset: number, length: number): Promise<void> => {
    try {
      const source = sources.get(file);
      if (source === undefined) throw new Error('the file was closed while a worker read it');
      // A copy: the source may keep what it gives, and moving it would take it away.
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
        return finished(message.task, (task) => task.end());
      case 'failure':
        return finished(message.task, (task) => task.fail(receiveError(message.error)));
    }
  });
  const finished = (id: number, action: (task: TaskSink) => void): void => {
    const task = tasks.get(id);
    tasks.delete(id);
    if (tasks.size === 0) worker.keepAlive(false);
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
    run: (file, limits, task) => {
      const id = ids++;
      const entry = opened(file, limits);
      entry.tasks++;
      worker.keepAlive(true);
      worker.post({ ...task, kind: 'read', task: id, file: entry.id });
      const stream = createTaskStream({
        more: () => isUsable && worker.post({ kind: 'more', task: id }),
        stopped: () => isUsable && worker.post({ kind: 'stop', task: id }),
      });
      let isReleased = false;
      const releaseOnce = (): void => {
        if (!isReleased) release(file, entry);
        isReleased = true;
      };
      tasks.set(id, {
        batch: stream.batch,
        end: () => {
          releaseOnce();
          stream.end();
        },
        fail: (error) => {
          releaseOnce();
          stream.fail(error);
        },
      });
      return stream;
    },
    close: () => fail(new Error('the worker pool was closed')),
  };
}
