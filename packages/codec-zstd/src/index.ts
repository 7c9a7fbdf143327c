/** The Zstandard codec of Parquet (id 6) over libraries; on Node the `node` condition takes index.node.ts instead. */
export { zstd, zstdWebAssembly } from './codec.js';
