/**
 * Parquet, batteries included.
 */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.js';
