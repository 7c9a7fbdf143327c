/**
 * Parquet's Zstandard codec (id 6), implemented with libraries. On Node, the `node` export condition selects
 * index.node.ts instead.
 */
export { zstd, zstdWebAssembly } from './codec.js';
