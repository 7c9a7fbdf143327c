/**
 * The PLAIN encoding of Parquet (Encodings.md#plain-plain--0).
 */
export { createPlain, plain } from './encoding.js';
export { valueStarts } from './value-starts.js';
