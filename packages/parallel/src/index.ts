/**
 * Reads files in a pool of workers.
 */
export * from './api.js';
export { createWorkerPool, serveReads } from './web-worker.js';
