/** Reads and writes files in a pool of workers, in Node. */
export * from './api.js';
export { createWorkerPool, serveTasks } from './node-worker.node.js';
