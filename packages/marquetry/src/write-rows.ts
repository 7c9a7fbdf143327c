/**
 * The code that converts rows to columns: one module, loaded when the first rows are written. Casts and inferred schemas are separate modules.
 */
export { writeNested, writeRows } from '@marquetry/records';
