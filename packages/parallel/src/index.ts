/**
 * Reads and writes files in a pool of workers.
 */
export * from './api.js';
export { createWorkerPool, serveTasks } from './web-worker.js';
