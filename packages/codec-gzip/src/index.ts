/** The GZIP codec of Parquet (id 2) in JavaScript; on Node, the `node` condition selects index.node.ts instead. */
export { gzip } from './codec.js';
