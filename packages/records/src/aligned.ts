/**
 * `@marquetry/records/aligned`: whole columns as typed arrays with one entry per row. A separate entry point, because
 * few programs need it.
 */
export {
  type AlignedColumn,
  type AlignedColumns,
  type AlignedValues,
  type ReadColumnsOptions,
  readAlignedColumns,
} from './read/read-aligned-columns.js';
