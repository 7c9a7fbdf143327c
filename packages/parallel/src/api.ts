/** The exports that the entry points for Node and for browsers have in common. */
export type { WorkerPool } from './pool.js';
export type { ServeTasksOptions } from './serve-options.js';
export type { PlatformWorker, WorkerPoolOptions } from './worker-handle.js';
