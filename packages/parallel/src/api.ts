/**
 * What both entry points export.
 */
export type { WorkerPool } from './pool.js';
export type { ServeReadsOptions } from './serve-reads.js';
export type { PlatformWorker, WorkerPoolOptions } from './worker-handle.js';
