/**
 * What makes columns of rows: one module, loaded by the first rows that are written. Casts have an entry of their own.
 */
export { inferRows, writeNested, writeRows } from '@marquetry/records';
