/**
 * The pages of a column chunk: dictionary lifetime, counts, skipping, and pieces of rows.
 */
export {
  type ConcatOptions,
  concat,
  concatInSteps,
  flatten,
  flattenInSteps,
  flattenPiece,
  flattenPieceInSteps,
} from './concat.js';
export { gatheredBytes, gatheredBytesInSteps } from './gathered-bytes.js';
export { type NestOptions, nestColumns, nestColumnsInSteps } from './nested/nest.js';
export type { NestedColumn, NestedLeaf, NestedList, NestedMap, NestedStruct } from './nested/nested-column.js';
export { type FlattenedLeaf, unnestColumn, unnestColumnInSteps } from './nested/unnest.js';
export { countValid, createNullBuilder, type NullBuilder } from './null-builder.js';
export { dataPageBytes, describePage, dictionaryPageBytes, flatBytes } from './page-memory.js';
export {
  createPageSequence,
  type PageSequence,
  type PageSequenceOptions,
  type SequencedPage,
} from './page-sequence.js';
export type { ColumnPiece } from './piece.js';
export {
  createRowReader,
  type RequestMemory,
  type RowReader,
  type RowReaderOptions,
  type RowRequest,
  type RowStep,
} from './row-reader.js';
export { sliceRows, sliceRowsInSteps } from './slice-rows.js';
