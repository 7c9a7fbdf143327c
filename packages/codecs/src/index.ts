/** The standard set of Parquet compression codecs, as one registry. */
export { createStandardCodecs, type StandardCodecsOptions, standardCodecs } from './standard.js';
