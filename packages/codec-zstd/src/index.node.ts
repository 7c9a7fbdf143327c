/**
 * Parquet's Zstandard codec (id 6), implemented with node:zlib if that supports Zstandard. This file has the same
 * exports as index.ts.
 */
export { zstd, zstd as zstdWebAssembly } from './codec.node.js';
