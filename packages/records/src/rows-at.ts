/** `@marquetry/records/rows-at`: reads individual rows, given by file and row number. */
export { type RowPlace, readRowsAt } from './read/read-rows-at.js';
