/**
 * A worker as the pool holds it.
 */
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerPort } from './worker-port.js';

export interface WorkerHandle extends WorkerPort<ToWorker, FromWorker> {
  /** Called once, when the worker cannot go on: it threw outside of a task, could not start, or ended. */
  onFailure(fail: (error: unknown) => void): void;
  /** Whether the worker keeps the process alive; does nothing where processes are not ended that way. */
  keepAlive(isNeeded: boolean): void;
  terminate(): void;
}

/** A `Worker` of the platform: of the web (browsers, Deno, Bun) or of `node:worker_threads`. */
export interface PlatformWorker {
  postMessage(message: unknown, moved: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** How many workers, and what runs in them. */
export interface WorkerPoolOptions {
  /** Workers to start at most. There is no default: each takes memory, and a share of `limits.memoryBytes`. */
  readonly workers: number;
  /**
   * Starts a worker whose module calls `serveTasks`; for plug-ins of your own. Default: a worker with the standard encodings and
   * codecs.
   */
  readonly worker?: () => PlatformWorker;
}
