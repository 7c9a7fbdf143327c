/**
 * The Zstandard codec of Parquet (id 6), using libraries; on Node, the `node` condition selects index.node.ts
 * instead.
 */
export { zstd, zstdWebAssembly } from './codec.js';
