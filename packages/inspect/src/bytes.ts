/** Explains the bytes of pages and footers: which bytes store which field, and what the field means. */
export { explainBloomFilter } from './bytes/bloom-filter.js';
export type { ByteField, ByteFieldBits, ByteFieldKind, ExplainedBytes } from './bytes/byte-field.js';
export type { ExplainedPage, ExplainOptions, LevelRun, LevelRuns } from './bytes/explained-page.js';
export { type ExplainMetadataOptions, explainFooter, explainStruct } from './bytes/metadata.js';
export { explainPage } from './bytes/page.js';
export type { StructName } from './bytes/thrift/structs.js';
