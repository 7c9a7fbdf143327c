/**
 * Parquet, batteries included.
 */
export * from './api.js';
export { openDataset, openParquet } from './open.js';
