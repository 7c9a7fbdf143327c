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
  ByteSource,
  ChunkAddress,
  ColumnChunkPiece,
  OpenedPage,
  ParquetFile,
  ReadBatchesOptions,
  SourceInput,
  StoredPage,
  TypedColumn,
} from '@marquetry/file';
export {
  type Annotation,
  formatPath,
  type GroupNode,
  isFlat,
  type LeafNode,
  parsePath,
  type Schema,
  type SchemaNode,
} from '@marquetry/schema';
export { type OpenParquetOptions, openParquet } from './open-parquet.js';
