/**
 * What makes columns of rows: one module, loaded by the first rows that are written.
 */
export { castRows, inferRows, writeNested, writeRows } from '@marquetry/records';
