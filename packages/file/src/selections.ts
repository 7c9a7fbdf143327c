/**
 * The rows that a read needs from each row group, and the bytes that hold them: `@marquetry/file/row-ranges`, for packages built on `file`.
 */
export { pageReads } from './page-reads.js';
export { rangesOf, rowRanges } from './row-ranges.js';
