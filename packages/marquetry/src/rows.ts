/**
 * Rows without a file: `marquetry/rows`.
 */
export { inferSchema, toStrings } from '@marquetry/records';
