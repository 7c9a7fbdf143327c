/**
 * Reads files in a pool of workers.
 */
export * from './api.js';
export { createWorkerPool, serveReads, type WebWorker, type WorkerPoolOptions } from './web-worker.js';
