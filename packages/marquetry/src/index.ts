/**
 * Parquet, batteries included.
 */
export { standardCodecs } from '@marquetry/codecs';
export {
  CodecId,
  createLimits,
  defineEncoding,
  EncodingId,
  isParquetError,
  type Nulls,
  own,
  ParquetError,
  PhysicalType,
  type Values,
} from '@marquetry/core';
export { standardEncodings } from '@marquetry/encodings';
export type {
  Batch,
  ByteSink,
  ByteSource,
  ChunkAddress,
  ChunkCopy,
  ColumnChunkPiece,
  ColumnInput,
  ColumnWriteOptions,
  FileWriter,
  MemorySink,
  OpenedPage,
  ParquetFile,
  ReadBatchesOptions,
  SinkInput,
  SourceInput,
  StoredPage,
  TypedColumn,
} from '@marquetry/file';
export { copyOf, memorySink } from '@marquetry/file';
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
  selectColumns,
} from '@marquetry/schema';
export { createParquetWriter, type ParquetWriterOptions } from './create-parquet-writer.js';
export { type OpenParquetOptions, openParquet } from './open-parquet.js';
