/**
 * What both entry points export.
 */
export type { WorkerPool } from './pool.js';
export type { ServeTasksOptions } from './serve-options.js';
export type { PlatformWorker, WorkerPoolOptions } from './worker-handle.js';
