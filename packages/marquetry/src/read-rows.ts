/** Reads rows of an open file. This module is loaded when rows are first read. */
export { readAllRows, readRowBatches, readRows } from '@marquetry/records';
