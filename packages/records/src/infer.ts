/** `@marquetry/records/infer`: infers schemas from rows. */
export { type InferOptions, type InferredRows, inferRows } from './infer/infer-rows.js';
export { inferSchema } from './infer/infer-schema.js';
