/** Keys that a key management service wraps, in the form that parquet-java stores them. */
export type { KeyProvider } from './keys.js';
