/**
 * The Zstandard codec of Parquet (id 6) with node:zlib, if it supports Zstandard. This file has the same exports as
 * index.ts.
 */
export { zstd, zstd as zstdWebAssembly } from './codec.node.js';
