/**
 * The ALP encoding of Parquet: decimals of floating point as integers.
 */
export { alp, createAlp } from './encoding.js';
export type { AlpOptions } from './options.js';
