/**
 * The entry point `@marquetry/file/row-ranges`, for packages built on `file`: finds the rows that a read needs from
 * each row group, and the byte ranges that contain them.
 */
export { pageReads } from './page-reads.js';
export { rangesOf, rowRanges } from './row-ranges.js';
