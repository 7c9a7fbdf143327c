/** The entry point for browsers: reads and writes Parquet files with all standard encodings and codecs. */
export * from './api.js';
export { openDataset, openParquet, readColumns, readParquet } from './open.js';
