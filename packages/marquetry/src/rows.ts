/**
 * `marquetry/rows`: rows without a file.
 */
export { toStrings } from '@marquetry/records';
export { inferSchema } from '@marquetry/records/infer';
