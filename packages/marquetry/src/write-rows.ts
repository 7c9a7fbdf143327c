/**
 * Converts rows to columns. The first write of rows loads this module; casting strings and inferring schemas are
 * separate modules.
 */
export { writeNested, writeRows } from '@marquetry/records';
