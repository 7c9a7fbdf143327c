/**
 * Reads and writes Parquet files: footer, schema, row groups, column chunks and indexes, over any source of bytes.
 */
export * from './api.js';
export { openSink } from './sink/open.js';
export { openLocal, openSource } from './source/open.js';
