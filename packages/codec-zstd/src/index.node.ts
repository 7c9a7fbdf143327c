/** The Zstandard codec of Parquet (id 6), using node:zlib if it supports Zstandard; the same exports as index.ts. */
export { zstd, zstd as zstdWebAssembly } from './codec.node.js';
