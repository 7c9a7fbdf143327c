/**
 * Which rows of each row group a read takes, and which bytes hold them: `@marquetry/file/row-ranges`, for packages that read through
 * `file`.
 */
export { pageReads } from './page-reads.js';
export { rangesOf, rowRanges } from './row-ranges.js';
