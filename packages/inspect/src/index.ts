/** Shows how a Parquet file is laid out: a map of its bytes, and its largest columns. */
export { rankColumns, type StoredColumn, valueEncodings } from './columns/rank-columns.js';
export { fileMap, misplacedRegions } from './map/file-map.js';
export type { FileRegion, FileRegionKind, MisplacedRegion } from './map/file-region.js';
export { sizeText } from './size-text.js';
