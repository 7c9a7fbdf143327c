/** Reads and writes Parquet files with all standard encodings and codecs, in browsers. */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.js';
