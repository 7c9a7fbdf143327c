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
export type { Batch, ByteSource, ParquetFile, ReadBatchesOptions, SourceInput, TypedColumn } from '@marquetry/file';
export { type OpenParquetOptions, openParquet } from './open-parquet.js';
