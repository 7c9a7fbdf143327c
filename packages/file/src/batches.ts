/**
 * Typed columns, row group after row group.
 */
import { type ColumnPiece, concat } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import type { RowGroup } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { locateChunk } from './chunk.js';
import { type ChunkReader, createChunkReader } from './chunk-reader.js';
import { type FileContext, prepareCodec } from './context.js';
import { largeWindowBytes, smallWindowBytes } from './page-stream.js';

/** Which part of a file to read, and in what form. */
export interface ReadColumnsOptions {
  /** Columns, or paths of columns or of groups for all columns below; default all. A dot inside a name is written `\.`. */
  readonly columns?: readonly (string | LeafNode)[];
  /** Ordinals of row groups, in the order to read them; default all. */
  readonly rowGroups?: readonly number[];
  /** Rows of those row groups to pass over first; default 0. */
  readonly offset?: number;
  /** Rows to read at most; default all. */
  readonly limit?: number;
  /** One entry a slot instead of dense values, for all columns or those that a function names; default false. */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  /** Dictionary columns as plain values instead of indices, all or those that a function names; default false. */
  readonly flat?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
}

/** Which part of a file to read, and how many rows at a time. */
export interface ReadBatchesOptions extends ReadColumnsOptions {
  /** Rows of a batch at most; a batch never spans row groups. Default: whole row groups. */
  readonly batchRows?: number;
}

/** A column of a batch. */
export interface TypedColumn extends ColumnPiece {
  readonly leaf: LeafNode;
}

/** Columns by path, all of the same rows. Has no prototype, so that any name is safe. */
export type Batch = Readonly<Record<string, TypedColumn>>;

/** A piece of one column, with the row group that it is of. */
export interface ColumnChunkPiece extends ColumnPiece {
  readonly rowGroup: number;
}

/** Rows `[from, to)` of a row group. */
interface RowRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
}

/** The rows to read, a range a row group. @throws ParquetError INVALID_ARGUMENT. */
function rowRanges(rowGroups: readonly RowGroup[], options: ReadColumnsOptions): RowRange[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = options;
  if (!isCount(offset) || !(isCount(limit) || limit === Number.POSITIVE_INFINITY)) {
    throw new ParquetError('INVALID_ARGUMENT', `offset ${offset} and limit ${limit} must be counts of rows`);
  }
  const ranges: RowRange[] = [];
  let passed = 0;
  for (const ordinal of options.rowGroups ?? rowGroups.keys()) {
    const rowGroup = rowGroups[ordinal];
    if (rowGroup === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', `row group ${ordinal} is not there: there are ${rowGroups.length}`);
    }
    const from = Math.max(0, offset - passed);
    const to = Math.min(rowGroup.numRows, offset + limit - passed);
    if (from < to) ranges.push({ rowGroup: ordinal, from, to });
    passed += rowGroup.numRows;
  }
  return ranges;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** Stored bytes that all columns hold between two batches. */
const heldBytes = 2 ** 25;

/** Bytes that a column may read ahead: batches that are less than a row group keep those of all columns. */
function windowOf(columns: number, batchRows: number, { from, to }: RowRange): number | undefined {
  if (batchRows >= to - from || columns * largeWindowBytes <= heldBytes) return undefined;
  return Math.max(smallWindowBytes, Math.floor(heldBytes / columns));
}

/** The columns of batches by their paths, which must not repeat. */
export async function* readKeyedBatches(
  batches: AsyncIterable<readonly TypedColumn[]>,
  leaves: readonly LeafNode[],
): AsyncGenerator<Batch, void, undefined> {
  const paths = leaves.map((leaf) => formatPath(leaf.path));
  for await (const columns of batches) {
    const batch: Record<string, TypedColumn> = Object.create(null);
    for (const [i, column] of columns.entries()) batch[paths[i] as string] = column;
    yield batch;
  }
}

/** Reads batches of columns, in the order of `leaves`. They are fetched side by side, and decoded one by one. */
export async function* readBatches(
  context: FileContext,
  rowGroups: readonly RowGroup[],
  leaves: readonly LeafNode[],
  options: ReadBatchesOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const { batchRows = Number.POSITIVE_INFINITY } = options;
  if (!((isCount(batchRows) && batchRows > 0) || batchRows === Number.POSITIVE_INFINITY)) {
    throw new ParquetError('INVALID_ARGUMENT', `batchRows must be a count of rows and at least 1, not ${batchRows}`);
  }
  // Batches of nothing say nothing, and their number is the footer's word alone.
  if (leaves.length === 0) return;
  for (const range of rowRanges(rowGroups, options)) {
    const windowBytes = windowOf(leaves.length, batchRows, range);
    const open = (leaf: LeafNode): Promise<ChunkReader> =>
      openRange(context, rowGroups, leaf, range, { ...options, windowBytes, whole: true });
    const readers = await Promise.all(leaves.map(open));
    for (let row = range.from; row < range.to; ) {
      options.signal?.throwIfAborted();
      const count = Math.min(batchRows, range.to - row);
      const read = await Promise.all(readers.map((reader) => reader.readRows(count)));
      yield leaves.map((leaf, i) => ({ leaf, ...concat(read[i] ?? [], leaf, context) }));
      row += count;
    }
  }
}

/** Reads the pieces of one column. */
export async function* readPieces(
  context: FileContext,
  rowGroups: readonly RowGroup[],
  leaf: LeafNode,
  options: ReadColumnsOptions,
): AsyncGenerator<ColumnChunkPiece, void, undefined> {
  for (const range of rowRanges(rowGroups, options)) {
    const reader = await openRange(context, rowGroups, leaf, range, options);
    for (const piece of await reader.readRows(range.to - range.from)) yield { ...piece, rowGroup: range.rowGroup };
  }
}

async function openRange(
  context: FileContext,
  rowGroups: readonly RowGroup[],
  leaf: LeafNode,
  range: RowRange,
  options: ReadColumnsOptions & { readonly windowBytes?: number | undefined; readonly whole?: boolean },
): Promise<ChunkReader> {
  const { spaced = false, flat = false, whole = false, signal, windowBytes } = options;
  const location = locateChunk(rowGroups, range.rowGroup, leaf, context.dataEnd);
  const codec = await prepareCodec(context, location);
  const partial = range.to - range.from < location.rowCount;
  const form = {
    spaced: typeof spaced === 'function' ? spaced(leaf) : spaced,
    flat: typeof flat === 'function' ? flat(leaf) : flat,
  };
  const reader = createChunkReader(context, location, { codec, ...form, whole, partial, signal, windowBytes });
  await reader.skipRows(range.from, range.to);
  return reader;
}
