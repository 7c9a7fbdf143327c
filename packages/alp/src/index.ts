/** The ALP encoding of Parquet: stores decimals in floating point as integers. */
export { alp, createAlp } from './encoding.js';
export type { AlpOptions } from './options.js';
