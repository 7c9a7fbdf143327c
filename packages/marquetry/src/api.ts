/**
 * The exports that the entry points for Node and for browsers have in common.
 */
export type { NestedColumn, NestedLeaf, NestedList, NestedMap, NestedStruct, NestedVariant } from '@marquetry/column';
export {
  CodecId,
  copyValues,
  createLimits,
  defineEncoding,
  EncodingId,
  isParquetError,
  type Nulls,
  ParquetError,
  PhysicalType,
  serverLimits,
  type Values,
} from '@marquetry/core';
export type { Dataset, DatasetFile, FilePlan, ReadDatasetOptions } from '@marquetry/dataset';
export type {
  BatchMemory,
  ByteSink,
  ByteSource,
  ChunkAddress,
  ChunkCopy,
  ColumnBatch,
  ColumnChunkPiece,
  ColumnInput,
  ColumnWriteOptions,
  FileWriter,
  MemorySink,
  NestedBatch,
  OpenedPage,
  ParquetFile,
  ReadBatchesOptions,
  ReadNestedOptions,
  RetryOptions,
  SinkInput,
  SourceInput,
  SourceNote,
  StoredPage,
  SummaryPart,
  Test,
  TypedColumn,
  UseMetadata,
  Where,
  WhereLiteral,
} from '@marquetry/file';
export { chunkCopy, createBatchMemory, memorySink } from '@marquetry/file';
export type { OrderBy, ScanPlan } from '@marquetry/prune';
export type {
  Interval,
  MapForm,
  ReadRowsOptions,
  Row,
  RowForm,
  RowForms,
  RowInput,
  RowOf,
  RowsInput,
  RowsInputOf,
  RowValues,
  ValueForm,
  WriteRowsOptions,
} from '@marquetry/records';
export type { AlignedColumn, AlignedColumns, AlignedValues } from '@marquetry/records/aligned';
export type {
  ColumnStatistics,
  PageStatistics,
  StatisticsOptions,
  StatisticsValue,
} from '@marquetry/records/statistics';
export {
  type Annotation,
  defineSchema,
  type FieldDefinition,
  type FieldDefinitions,
  formatPath,
  type GroupNode,
  isFlat,
  type LeafNode,
  parsePath,
  type Schema,
  type SchemaNode,
  type SchemaOf,
  selectColumns,
} from '@marquetry/schema';
export type { ColumnBatchOf, ColumnOf, WriteColumnsOf } from './columns-of.js';
export { createParquetWriter } from './create-parquet-writer.js';
export type { OpenBeside } from './files-beside.js';
export type { ReadParquetRowsOptions } from './ordered-rows.js';
export type { OpenParquetOptions, ParquetReader } from './parquet.js';
export type { OpenDatasetOptions, ParquetDataset } from './parquet-dataset.js';
export type { ParquetWriter, ParquetWriterOptions, SchemaInput, WriteParquetOptions } from './parquet-writer.js';
export type { ReadParquetColumnsOptions } from './read-columns.js';
export type { ReadParquetOptions } from './read-parquet.js';
export { writeParquet } from './write-parquet.js';
export { writeSummary } from './write-summary.js';
