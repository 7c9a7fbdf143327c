/** Parquet's Brotli codec (id 4), implemented with node:zlib. This file has the same exports as index.ts. */
export { brotli } from './codec.node.js';
