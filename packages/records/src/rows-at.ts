/**
 * Rows by their places in files: `@marquetry/records/rows-at`.
 */
export { type RowPlace, readRowsAt } from './read/read-rows-at.js';
