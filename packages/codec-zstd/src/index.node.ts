/** The Zstandard codec of Parquet (id 6) over node:zlib where that has it; the same exports as index.ts. */
export { zstd, zstd as zstdWebAssembly } from './codec.node.js';
