/**
 * Reads and writes single Parquet pages: header, checksum, levels and values. The caller passes encodings and codecs in
 * registries.
 */
export {
  type Codec,
  type ColumnBuffer,
  copyValues,
  createCodecRegistry,
  createColumnBuffer,
  createLimits,
  createRegistry,
  type Encoding,
  EncodingId,
  type EncodingRegistry,
  type ErrorPlace,
  isParquetError,
  type LeafColumn,
  type Nulls,
  PageType,
  ParquetError,
  PhysicalType,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
export type { PageHeader } from '@marquetry/metadata';
export { crc32 } from './crc32.js';
export { type DataPageInfo, dataHeaderOf, dataPageInfo, headerV2Of } from './data-page-info.js';
export { type OpenDictionaryPageOptions, openDictionaryPage } from './dictionary-page.js';
export {
  isDataPage,
  isDictionaryPage,
  type PageFrame,
  type ReadPageFrameOptions,
  readPageFrame,
} from './frame.js';
export { type DataPage, type OpenPageOptions, openPage } from './open-page.js';
export { readSpaced, validityOf } from './spaced.js';
export { type WriteDataPageOptions, writeDataPage } from './write/data-page.js';
export { type WriteDictionaryPageOptions, writeDictionaryPage } from './write/dictionary-page.js';
export type { WrittenPage } from './write/page-bytes.js';
