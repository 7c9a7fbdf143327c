/**
 * The GZIP codec of Parquet (id 2) in JavaScript. On Node, the `node` export condition selects index.node.ts instead.
 */
export { gzip } from './codec.js';
