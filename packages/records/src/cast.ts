/**
 * Rows of strings to values of a schema's types: `@marquetry/records/cast`.
 */
export { castRows } from './write/cast-rows.js';
