/**
 * Parquet, batteries included.
 */
export * from './api.js';
export { openParquet } from './open.js';
