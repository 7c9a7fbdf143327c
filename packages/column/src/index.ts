/**
 * Reads the pages of a column chunk: keeps the dictionary, checks counts, skips rows, and joins the values of
 * consecutive pages.
 */
export {
  type ConcatOptions,
  concat,
  concatInSteps,
  decodeDictionary,
  decodeDictionaryInSteps,
  decodePieceDictionary,
  decodePieceDictionaryInSteps,
} from './concat.js';
export { countValid } from './count-valid.js';
export { gatheredBytes, gatheredBytesInSteps } from './gathered-bytes.js';
export { leafOfRows } from './nested/leaf-of-rows.js';
export { type NestOptions, nestColumns, nestColumnsInSteps } from './nested/nest.js';
export { nestedBytes } from './nested/nested-bytes.js';
export type {
  NestedColumn,
  NestedLeaf,
  NestedList,
  NestedMap,
  NestedStruct,
  NestedVariant,
} from './nested/nested-column.js';
export { type UnnestedLeaf, unnestColumn, unnestColumnInSteps } from './nested/unnest.js';
export { createNullBuilder, type NullBuilder } from './null-builder.js';
export { dataPageBytes, describePage, dictionaryPageBytes, valuesByteLength } from './page-memory.js';
export { createRowReader } from './page-rows.js';
export {
  createPageSequence,
  type PageSequence,
  type PageSequenceOptions,
  type SequencedPage,
} from './page-sequence.js';
export type { ColumnPiece } from './piece.js';
export type {
  RequestMemory,
  RowReader,
  RowReaderOptions,
  RowRequest,
  RowStep,
  SelectedPosition,
} from './row-reader.js';
export type { RowRuns } from './row-runs.js';
export { type PieceRows, selectRows, selectRowsInSteps } from './select-rows.js';
export { type Selection, selectionOfRuns } from './selection.js';
export { continuesRow, sliceRows, sliceRowsInSteps, splitAtFirstRow } from './slice-rows.js';
export type { SlotWalk } from './slot-walk.js';
export { stepEnd } from './stretches.js';
export { valueBytes } from './value-bytes.js';
