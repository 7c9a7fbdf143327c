/** `@marquetry/records/rows-at`: rows by their places in files. */
export { type RowPlace, readRowsAt } from './read/read-rows-at.js';
