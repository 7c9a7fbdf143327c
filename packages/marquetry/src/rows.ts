/** The entry point `marquetry/rows` exports row functions that do not need a file. */
export { toStrings } from '@marquetry/records';
export { inferSchema } from '@marquetry/records/infer';
