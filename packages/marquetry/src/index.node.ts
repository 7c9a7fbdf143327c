/** Reads and writes Parquet files with all standard encodings and codecs, in Node, Bun and Deno. */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.node.js';
