/**
 * Parquet, batteries included; in Node, Bun and Deno.
 */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.node.js';
