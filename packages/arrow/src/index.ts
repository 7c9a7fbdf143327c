/**
 * Reads Parquet files as Apache Arrow tables, and writes Arrow tables to Parquet files.
 */
export type { ArrowTypeOptions } from './read/mapping.js';
export { arrowSchema, readArrow, toArrow } from './read/read-arrow.js';
export type { ReadArrowOptions } from './read/read-arrow-options.js';
export { arrowField, arrowType, arrowVector } from './read/vector.js';
export { type SchemaFromArrowOptions, schemaFromArrow } from './write/schema-from-arrow.js';
export { type ArrowSource, writeArrow } from './write/write-arrow.js';
