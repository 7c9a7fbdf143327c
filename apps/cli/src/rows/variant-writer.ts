/**
 * The function of `@marquetry/variant` that prints rows. This file is loaded on demand.
 */
export { writeVariants } from '@marquetry/variant';
