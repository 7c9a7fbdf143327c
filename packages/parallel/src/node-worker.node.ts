/** Starts workers in Node. */
import { parentPort, Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.js';
import { createPool, type WorkerPool } from './pool.js';
import type { ServeTasksOptions } from './serve-options.js';
import { serveTasksOn } from './serve-tasks.js';
import type { WorkerHandle, WorkerPoolOptions } from './worker-handle.js';

/** Creates a pool of workers. No worker is started before the first read or write. */
export function createWorkerPool({ workers, worker = standardWorker }: WorkerPoolOptions): WorkerPool {
  return createPool(workers, () => handleOf(worker() as Worker));
}

function standardWorker(): Worker {
  return new Worker(new URL('./worker.node.js', import.meta.url));
}

function handleOf(worker: Worker): WorkerHandle {
  worker.unref();
  return {
    post: (message: ToWorker, moved = []) => worker.postMessage(message, [...moved]),
    onMessage: (receive) => void worker.on('message', (message: FromWorker) => receive(message)),
    onFailure: (fail) => {
      worker.on('error', fail);
      worker.on('messageerror', fail);
      worker.on('exit', (code) => fail(new Error(`a worker exited with code ${code}`)));
    },
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}

/**
 * Makes a worker process the requests of the pool that started it, with the given encodings and codecs. Call this
 * function in the worker's module.
 * @throws Error if called in the main thread.
 */
export function serveTasks(options: ServeTasksOptions): void {
  const port = parentPort;
  if (port === null) throw new Error('serveTasks must be called in a worker, not in the main thread');
  serveTasksOn(
    {
      post: (message, moved = []) => port.postMessage(message, [...moved]),
      onMessage: (receive) => void port.on('message', (message: ToWorker) => receive(message)),
    },
    options,
  );
}
