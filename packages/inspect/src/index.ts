/** Shows how a Parquet file is stored: the map of its bytes, and its largest columns. */
export { fileMap, misplacedRegions } from './map/file-map.js';
export type { FileRegion, FileRegionKind, MisplacedRegion } from './map/file-region.js';
