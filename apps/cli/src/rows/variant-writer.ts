/**
 * What printing rows needs of `@marquetry/variant`.
 */
export { writeVariants } from '@marquetry/variant';
