/** Lets reads and predicates use paths into VARIANT columns, such as `event.user.id`, as columns. */
export {
  countVariants as countRows,
  filterVariants,
  planVariants as planScan,
  storageWhere,
} from './paths/filtered-file.js';
export { orderedColumn } from './paths/ordered-path.js';
export { type ProjectedFile, projectVariants } from './paths/projected-file.js';
export { withTypedPaths } from './paths/typed-paths.js';
export { onlyColumns, withPaths } from './paths/with-paths.js';
