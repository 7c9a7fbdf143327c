/** Functions for rows that work without a file: `marquetry/rows`. */
export { toStrings } from '@marquetry/records';
export { inferSchema } from '@marquetry/records/infer';
