/** The pool's handle of a worker. */
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerPort } from './worker-port.js';

export interface WorkerHandle extends WorkerPort<ToWorker, FromWorker> {
  /** Called once, if the worker threw outside of a task, could not start, or exited. */
  onFailure(fail: (error: unknown) => void): void;
  /** Sets whether the worker keeps the process alive; does nothing on platforms without that notion. */
  keepAlive(isNeeded: boolean): void;
  terminate(): void;
}

/** A `Worker` of the platform: a web worker (browsers, Deno, Bun) or one of `node:worker_threads`. */
export interface PlatformWorker {
  postMessage(message: unknown, moved: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** Options for the workers of a pool. */
export interface WorkerPoolOptions {
  /**
   * Maximum number of workers to start. There is no default, because each takes memory and a share of
   * `limits.memoryBytes`.
   */
  readonly workers: number;
  /**
   * Starts a worker whose module calls `serveTasks`, for your own plug-ins. Default: a worker with the standard
   * encodings and codecs.
   */
  readonly worker?: () => PlatformWorker;
}
