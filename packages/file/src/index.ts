/**
 * Parquet files over byte sources: footer, schema, row groups, column chunks, indexes.
 */
export * from './api.js';
export { openSink } from './sink/open.js';
export { openLocal, openSource } from './source/open.js';
