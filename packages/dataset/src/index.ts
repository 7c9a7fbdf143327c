/**
 * Reads many Parquet files as one table: merges their schemas, adds partition columns, and skips files that cannot match a predicate.
 */
export { checkedReads } from './checked-reads.js';
export { createDataset, type Dataset, type DatasetOptions } from './dataset.js';
export type { Partition } from './files/hive.js';
export type { DatasetMember } from './files/open-files.js';
export { filesOfSummary } from './files/summary.js';
export type { DatasetFile } from './members.js';
export type { FilePlan } from './plan-files.js';
export type { ReadDatasetOptions } from './read-options.js';
export { type FileSchema, mergeSchemas } from './schema/merge-schemas.js';
export type { MatchBy } from './schema/node-key.js';
export type { OrderedRows, RowPlace } from './top-rows.js';
