/** The interface through which a pool controls a worker. It is the same on all platforms. */
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerPort } from './worker-port.js';

export interface WorkerHandle extends WorkerPort<ToWorker, FromWorker> {
  /** Sets the function to call if the worker cannot start, exits, or throws outside a task. It is called only once. */
  onFailure(fail: (error: unknown) => void): void;
  /** Sets whether the worker keeps the process alive. Does nothing on platforms where workers never keep it alive. */
  keepAlive(isNeeded: boolean): void;
  terminate(): void;
}

/** A web worker (browsers, Deno, Bun) or a `Worker` of `node:worker_threads`. */
export interface PlatformWorker {
  postMessage(message: unknown, moved: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** Options for the workers of a pool. */
export interface WorkerPoolOptions {
  /**
   * Maximum number of workers to start. There is no default, because each worker needs memory, and `limits.memoryBytes`
   * is divided among the workers.
   */
  readonly workers: number;
  /**
   * Returns a new worker whose module calls `serveTasks`. Set this option to use your own encodings and codecs.
   * Default: starts a worker with the standard ones.
   */
  readonly worker?: () => PlatformWorker;
}
