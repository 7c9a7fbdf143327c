/**
 * Parquet's Brotli codec (id 4), with a decoder in WebAssembly. On Node, the `node` export condition selects
 * index.node.ts instead.
 */
export { brotli } from './codec.js';
