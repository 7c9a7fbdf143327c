/**
 * Parquet's GZIP codec (id 2), implemented in JavaScript. On Node, the `node` export condition selects index.node.ts
 * instead.
 */
export { gzip } from './codec.js';
