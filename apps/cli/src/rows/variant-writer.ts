/**
 * Re-exports the function from `@marquetry/variant` that prints VARIANT values. This file is loaded only when a file
 * has a VARIANT column.
 */
export { writeVariants } from '@marquetry/variant';
