/**
 * Paths into VARIANT columns, such as `event.user.id`, as columns of their own.
 */
export { type ProjectedFile, projectVariants } from './paths/projected-file.js';
