/**
 * What makes columns of rows: one module, loaded by the first rows that are written. Casts and inferred schemas
 * have entries of their own.
 */
export { writeNested, writeRows } from '@marquetry/records';
