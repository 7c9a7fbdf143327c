/**
 * Reads files in a pool of workers; in Node.
 */
export * from './api.js';
export { createWorkerPool, serveReads } from './node-worker.node.js';
