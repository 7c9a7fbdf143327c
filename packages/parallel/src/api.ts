/** The exports that both entry points share. */
export type { WorkerPool } from './pool.js';
export type { ServeTasksOptions } from './serve-options.js';
export type { PlatformWorker, WorkerPoolOptions } from './worker-handle.js';
