/**
 * Parquet, batteries included; in Node, Bun and Deno.
 */
export * from './api.js';
export { openParquet } from './open.node.js';
