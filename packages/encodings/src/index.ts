/**
 * The standard set of Parquet encodings as one registry.
 */
export { createStandardEncodings, type StandardEncodingsOptions, standardEncodings } from './standard-encodings.js';
