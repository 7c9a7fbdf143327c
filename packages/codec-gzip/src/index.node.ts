/** The GZIP codec of Parquet (id 2) with node:zlib. This file has the same exports as index.ts. */
export { gzip } from './codec.node.js';
