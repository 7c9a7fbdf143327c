/**
 * Which rows of each row group a read takes, and which bytes hold them: `@marquetry/file/row-ranges`, for packages that read through
 * `file`.
 */
export { pageReads } from './page-reads.js';
export { rangesOf, rowRanges, rowsOf } from './row-ranges.js';
