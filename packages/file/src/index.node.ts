/**
 * Reads and writes Parquet files: the entry point for Node, which supports files on disk.
 */
export * from './api.js';
export { diskSink } from './sink/disk.node.js';
export { openSink } from './sink/open.node.js';
export { diskSource } from './source/disk.node.js';
export { handleSource } from './source/handle.node.js';
export { openLocal, openSource } from './source/open.node.js';
