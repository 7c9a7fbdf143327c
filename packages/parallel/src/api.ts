/** The exports that are the same in the entry points for Node and for browsers. */
export type { WorkerPool } from './pool.js';
export type { ServeTasksOptions } from './serve-options.js';
export type { PlatformWorker, WorkerPoolOptions } from './worker-handle.js';
