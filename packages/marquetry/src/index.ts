/**
 * Parquet, batteries included.
 */
export * from './api.js';
export { openDataset, openParquet, readParquet } from './open.js';
