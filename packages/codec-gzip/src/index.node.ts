/** Parquet's GZIP codec (id 2), implemented with node:zlib. This file has the same exports as index.ts. */
export { gzip } from './codec.node.js';
