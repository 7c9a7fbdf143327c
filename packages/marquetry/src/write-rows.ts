/**
 * What makes columns of rows: one module, loaded by the first rows that are written.
 */
export { inferRows, writeNested, writeRows } from '@marquetry/records';
