/** The Brotli codec of Parquet (id 4) in JavaScript; on Node the `node` condition takes index.node.ts instead. */
export { brotli } from './codec.js';
