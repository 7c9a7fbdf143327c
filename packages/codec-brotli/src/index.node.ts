/** The Brotli codec of Parquet (id 4) with node:zlib. This file has the same exports as index.ts. */
export { brotli } from './codec.node.js';
