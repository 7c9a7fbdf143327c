/** The entry point for Node, Bun and Deno: reads and writes Parquet files with all standard encodings and codecs. */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.node.js';
