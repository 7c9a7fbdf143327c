/** The ALP encoding of Parquet, which stores floating-point numbers with few decimal digits as integers. */
export { alp, createAlp } from './encoding.js';
export type { AlpOptions } from './options.js';
