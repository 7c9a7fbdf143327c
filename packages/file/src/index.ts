/**
 * Reads and writes Parquet files from and to any byte source or sink: footer, schema, row groups, column chunks and
 * indexes.
 */
export * from './api.js';
export { openSink } from './sink/open.js';
export { openLocal, openSource } from './source/open.js';
