/**
 * Converts rows to columns. This module is loaded when rows are first written. The code that casts strings and the code
 * that infers schemas are in separate modules.
 */
export { writeNested, writeRows } from '@marquetry/records';
