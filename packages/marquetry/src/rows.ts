/** The entry point `marquetry/rows` exports functions for rows that do not need a file. */
export { toStrings } from '@marquetry/records';
export { inferSchema } from '@marquetry/records/infer';
