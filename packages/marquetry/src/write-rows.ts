/**
 * Converts rows to columns. The first write of rows loads this module. The code that casts strings and the code that
 * infers schemas are in separate modules.
 */
export { writeNested, writeRows } from '@marquetry/records';
