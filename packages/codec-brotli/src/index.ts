/** The Brotli codec of Parquet (id 4) in WebAssembly; on Node, the `node` condition selects index.node.ts instead. */
export { brotli } from './codec.js';
