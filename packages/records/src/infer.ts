/**
 * Schemas of rows: `@marquetry/records/infer`.
 */
export { type InferOptions, type InferredRows, inferRows } from './infer/infer-rows.js';
export { inferSchema } from './infer/infer-schema.js';
