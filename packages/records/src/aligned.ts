/**
 * Whole columns as typed arrays with an entry per row: `@marquetry/records/aligned`, as few programs hold whole columns.
 */
export {
  type AlignedColumn,
  type AlignedColumns,
  type AlignedValues,
  type ReadColumnsOptions,
  readAlignedColumns,
} from './read/read-aligned-columns.js';
