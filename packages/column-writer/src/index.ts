/**
 * Writes column chunks: decides where pages end, chooses the encoding, and creates the dictionary, the statistics and
 * the Bloom filter.
 */
export { type ChunkWriter, createChunkWriter } from './chunk-writer.js';
export {
  compatibility,
  compatibleEncoding,
  type EncodingPolicy,
  type EncodingSample,
  smallestEncoding,
  smallestOfAll,
} from './encoding-policy.js';
export { geospatial, isGeospatial } from './geospatial.js';
export type { ChunkWriterOptions, DictionaryBounds } from './options.js';
export { plainBytes } from './plain-bytes.js';
export { type ReadColumn, type Refusal, refusalsOf } from './reader-support.js';
export { canSortBy, createSortCheck, type SortCheck, type SortedColumn } from './sort-check.js';
export { type BatchCheck, createBatchCheck } from './validate/check-batch.js';
export type { WriteBatch } from './write-batch.js';
export { placeChunk, type WrittenChunk } from './written-chunk.js';
