/**
 * `@marquetry/records/aligned`: reads whole columns as typed arrays with one entry per row. It is a separate entry
 * point, because few programs need it.
 */
export {
  type AlignedColumn,
  type AlignedColumns,
  type AlignedValues,
  type ReadColumnsOptions,
  readAlignedColumns,
} from './read/read-aligned-columns.js';
