/** Starts workers in browsers, Deno and Bun. */
import type { FromWorker, ToWorker } from './messages.js';
import { createPool, type WorkerPool } from './pool.js';
import type { ServeTasksOptions } from './serve-options.js';
import { serveTasksOn } from './serve-tasks.js';
import type { PlatformWorker, WorkerHandle, WorkerPoolOptions } from './worker-handle.js';

/** The members of a web worker that exist on all platforms. */
interface WebWorker extends PlatformWorker {
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void): void;
}

/** Creates a pool of workers. No worker is started before the first read or write. */
export function createWorkerPool({ workers, worker = standardWorker }: WorkerPoolOptions): WorkerPool {
  return createPool(workers, () => handleOf(worker() as WebWorker));
}

declare const Worker: new (url: URL, options: { readonly type: 'module' }) => WebWorker;

/**
 * Starts a worker with the standard encodings and codecs. Bundlers include the worker's module only if `new Worker(new
 * URL(...))` is written in exactly this form.
 */
function standardWorker(): WebWorker {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

function handleOf(worker: WebWorker): WorkerHandle {
  return {
    post: (message: ToWorker, moved = []) => worker.postMessage(message, [...moved]),
    onMessage: (receive) =>
      worker.addEventListener('message', (event) => receive((event as unknown as { data: FromWorker }).data)),
    onFailure: (fail) => {
      const failed = (event: Event): void => {
        const { message } = event as unknown as { readonly message?: string };
        fail(new Error(`a worker failed: ${message ?? event.type}`));
      };
      worker.addEventListener('error', failed);
      worker.addEventListener('messageerror', failed);
    },
    keepAlive: () => undefined,
    terminate: () => worker.terminate(),
  };
}

/** The global scope of a dedicated worker. */
interface WorkerScope {
  postMessage(message: unknown, moved: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void;
}

/**
 * Makes a worker process the requests of the pool that started it, with the given encodings and codecs. Call this
 * function in the worker's module.
 */
export function serveTasks(options: ServeTasksOptions): void {
  const scope = globalThis as unknown as WorkerScope;
  serveTasksOn(
    {
      post: (message, moved = []) => scope.postMessage(message, [...moved]),
      onMessage: (receive) => scope.addEventListener('message', ({ data }) => receive(data)),
    },
    options,
  );
}
