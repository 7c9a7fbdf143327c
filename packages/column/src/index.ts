/**
 * The pages of a column chunk: dictionary lifetime, counts, skipping, and pieces of rows.
 */
export { type ConcatOptions, concat, flatten } from './concat.js';
export { type NestOptions, nestColumns } from './nested/nest.js';
export type { NestedColumn, NestedLeaf, NestedList, NestedMap, NestedStruct } from './nested/nested-column.js';
export { type FlattenedLeaf, unnestColumn } from './nested/unnest.js';
export { countValid, createNullBuilder, type NullBuilder } from './null-builder.js';
export {
  createPageSequence,
  type PageSequence,
  type PageSequenceOptions,
  type SequencedPage,
} from './page-sequence.js';
export type { ColumnPiece } from './piece.js';
export { createRowReader, type RowReader, type RowReaderOptions } from './row-reader.js';
