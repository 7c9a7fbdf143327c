/** Exports shared by the entry point for Node and the entry point for other runtimes. */

export { type BatchMemory, type BatchMemoryOptions, createBatchMemory, kernelsOf } from './batch-memory.js';
export { requireBatchRows } from './batch-rows.js';
export type { ColumnBatch, ColumnChunkPiece, ReadBatchesOptions, ReadPiecesOptions } from './batches.js';
export type { ChunkLocation } from './chunk.js';
export type {
  ChunkSecrets,
  EncryptionFacts,
  FileSecrets,
  FooterDecryption,
  OpenedChunk,
  OpenedSecrets,
  SealedChunk,
  SecretReadOptions,
  StoredFooter,
} from './decryption.js';
export type { ExternalFiles, OpenExternal, StoredPlace } from './external-files.js';
export { keptBytes, type StoredBytes } from './kept-bytes.js';
export { withBatches } from './keyed-batches.js';
export { requireColumnRoom } from './memory-budget.js';
export { leavesOf } from './named-leaves.js';
export { readNestedBatches } from './nested.js';
export type { NestedBatch, ReadNestedOptions } from './nested-batch.js';
export { openFile, openFooter } from './open-file.js';
export type {
  ChunkAddress,
  FileDecryption,
  FilteredRead,
  OpenedFooter,
  OpenFileOptions,
  OpenFooterOptions,
  ParallelReader,
  ParquetFile,
  RowFilter,
} from './parquet-file.js';
export { readOptionNames } from './read-option-names.js';
export type { ReadShare } from './read-share.js';
export type { PlacedGroup, RowGroupRange, SelectedRows } from './row-range.js';
export type { RowSelection } from './row-ranges.js';
export { rowsWithin } from './row-sizes.js';
export { type ByteSink, isByteSink } from './sink/byte-sink.js';
export { type MemorySink, memorySink } from './sink/memory.js';
export { observedSink, type SinkObserver } from './sink/observed.js';
export type { OpenSinkOptions, SinkInput, WritableLike } from './sink/open.js';
export { releasesBytes, releasingSink } from './sink/released-memory.js';
export { streamSink } from './sink/stream.js';
export { type ByteSource, isByteSource, readExactly } from './source/byte-source.js';
export type { ByteStream } from './source/http-body.js';
export type { HttpSourceOptions } from './source/http-options.js';
export { blobSource, bytesSource } from './source/memory.js';
export {
  type Announcement,
  type ByteRange,
  type PlannedSource,
  type PlannedSourceOptions,
  plannedSource,
} from './source/planned.js';
export { type FillFrom, fillerOf } from './source/read-memory.js';
export type { RetryOptions } from './source/retry.js';
export type { FileHandleLike, OpenSourceOptions, RemoteInput, SourceInput } from './source/source-input.js';
export type { SourceNote } from './source/source-note.js';
export { loadBloomFilter } from './stored-filter.js';
export type { OpenedPage, PageRange, StoredPage } from './stored-pages.js';
export type { PageStream, PageStreamOptions, StoredWindow, StreamedHeader, WholePage } from './streamed-pages.js';
export type { TypedColumn } from './typed-column.js';
export { untilAborted } from './until-aborted.js';
export type {
  Base64,
  ColumnTests,
  FunctionTest,
  Test,
  UseMetadata,
  Where,
  WhereLiteral,
} from './where.js';
export { type ChunkCopy, chunkCopy } from './write/chunk-to-copy.js';
export type { ArrayInput } from './write/column-arrays.js';
export type { ColumnInput, SlotsInput } from './write/column-input.js';
export type {
  ChunkPlace,
  FileEncryption,
  FileEncryptor,
  SealedFooter,
} from './write/file-encryption.js';
export type { FileWriter } from './write/file-writer.js';
export type { ColumnWriteOptions, FileWriterOptions, SortedBy, WriteProgress } from './write/options.js';
export type { LentMemory, PageOutput } from './write/output.js';
export type { ParallelChunk, ParallelChunks, ParallelWriter } from './write/parallel-writer.js';
export type { PendingChunk, PlacedChunk } from './write/placed-chunk.js';
export type { CopyRowGroupOptions, SplitRowGroupOptions } from './write/row-group-split.js';
export type { Scalar } from './write/scalars.js';
export type { SummaryPart, WriteSummaryOptions } from './write/summary.js';
export type { RowGroupColumns, WriteColumns } from './write/write-columns.js';
