/**
 * The PLAIN encoding of Parquet (Encodings.md#plain-plain--0).
 */
export { createPlain, createPlainReader, plain } from './encoding.js';
export { valueStarts } from './value-starts.js';
