/**
 * Bloom filters of column chunks.
 */
export { type BloomBuilder, createBloomBuilder } from './builder.js';
export type { BloomFilterOptions } from './options.js';
