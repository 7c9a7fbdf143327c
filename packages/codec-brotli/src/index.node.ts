/** The Brotli codec of Parquet (id 4), using node:zlib; the same exports as index.ts. */
export { brotli } from './codec.node.js';
