/** Reads rows of an open file. The first read of rows loads this module. */
export { readAllRows, readRowBatches, readRows } from '@marquetry/records';
