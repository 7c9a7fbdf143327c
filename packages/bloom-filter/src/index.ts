/** Builds, reads and writes the Bloom filters of column chunks, and looks up values in them. */
export { type BloomBuilder, createBloomBuilder } from './builder.js';
export type { FilterColumn } from './column.js';
export { type BloomFilter, blockMayContain, mayContain, mayContainValue, openBloomFilter } from './filter.js';
export { hashesOf, hashOf, type ValueHash } from './hash.js';
export { blockOffset, type FilterLayout, type OpenFilterOptions, readFilterLayout } from './layout.js';
export type { BloomFilterOptions } from './options.js';
