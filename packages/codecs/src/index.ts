/** The standard set of Parquet compression codecs, as one registry. */
export { standardCodecs } from './standard.js';
