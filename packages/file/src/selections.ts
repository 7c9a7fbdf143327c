/**
 * The rows that a read takes of each row group, and the bytes that hold them: `@marquetry/file/row-ranges`, for
 * packages that read through `file`.
 */
export { pageReads } from './page-reads.js';
export { rangesOf, rowRanges } from './row-ranges.js';
