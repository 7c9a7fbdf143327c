/**
 * The code that turns rows into columns: one module, loaded by the first rows that are written. Casts and inferred
 * schemas have entries of their own.
 */
export { writeNested, writeRows } from '@marquetry/records';
