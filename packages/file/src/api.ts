/**
 * What both entry points export.
 */
export type { Batch, ColumnChunkPiece, ReadBatchesOptions, ReadColumnsOptions, TypedColumn } from './batches.js';
export type { ChunkLocation } from './chunk.js';
export {
  type ChunkAddress,
  type OpenFileOptions,
  openFile,
  type ParquetFile,
} from './parquet-file.js';
export { type ByteSource, isByteSource } from './source/byte-source.js';
export { type HttpSourceOptions, httpSource } from './source/http.js';
export { blobSource, bytesSource } from './source/memory.js';
export type { SourceInput } from './source/open.js';
export type { OpenedPage, StoredPage } from './stored-pages.js';
