/** The code that reads rows of an open file: one module, loaded by the first read of rows. */
export { readAllRows, readRowBatches, readRows } from '@marquetry/records';
