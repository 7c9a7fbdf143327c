/** The GZIP codec of Parquet (id 2), using node:zlib; the same exports as index.ts. */
export { gzip } from './codec.node.js';
