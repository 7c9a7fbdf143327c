/**
 * Reads and writes Parquet's Thrift structs: page headers, footers, page indexes, Bloom filter headers and encryption
 * metadata.
 */

export { ConvertedType, FieldRepetitionType } from '@marquetry/core';
export { mostParsedBytes, type ParsedMemory } from '@marquetry/thrift';
export { type BloomFilterHeader, readBloomFilterHeader, writeBloomFilterHeader } from './bloom-filter-header.js';
export type { ColumnChunk } from './column-chunk.js';
export type { ColumnCryptoMetaData, EncryptionWithColumnKey } from './column-crypto-meta-data.js';
export { type ColumnIndex, columnIndexPages, readColumnIndex, writeColumnIndex } from './column-index.js';
export { type ColumnMetaData, readColumnMetaData, writeColumnMetaData } from './column-meta-data.js';
export type { ColumnOrder } from './column-order.js';
export type { DataPageHeader, DataPageHeaderV2 } from './data-page-header.js';
export type { DictionaryPageHeader } from './dictionary-page-header.js';
export type { AesAlgorithm, EncryptionAlgorithm } from './encryption-algorithm.js';
export { type FileCryptoMetaData, readFileCryptoMetaData, writeFileCryptoMetaData } from './file-crypto-meta-data.js';
export { type FileMetaData, readFileMetaData, readFileMetaDataInSteps, writeFileMetaData } from './file-meta-data.js';
export type { BoundingBox, GeospatialStatistics } from './geospatial-statistics.js';
export { BoundaryOrder, EdgeInterpolationAlgorithm } from './ids.js';
export type { KeyValue } from './key-value.js';
export type { LogicalType, PlainLogicalKind, TimeUnit, UnknownLogicalType } from './logical-type.js';
export { type OffsetIndex, type PageLocation, readOffsetIndex, writeOffsetIndex } from './offset-index.js';
export type { ReadOptions } from './options.js';
export type { PageEncodingStats } from './page-encoding-stats.js';
export { type IndexPageHeader, type PageHeader, readPageHeader, writePageHeader } from './page-header.js';
export { briefChunkOf, columnChunkOf, columnCountOf, type RowGroup } from './row-group.js';
export type { SchemaElement } from './schema-element.js';
export type { SizeStatistics } from './size-statistics.js';
export type { SortingColumn } from './sorting-column.js';
export type { Statistics } from './statistics.js';
export type { UnknownMember } from './union.js';
