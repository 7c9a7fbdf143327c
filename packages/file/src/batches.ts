/**
 * Typed columns, batch after batch.
 */
import type { ColumnPiece } from '@marquetry/column';
import { isTurnDue, type Limits, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { RowGroup } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { createBatchFiller } from './batch-filler.js';
import { type BatchMemory, kernelsOf } from './batch-memory.js';
import { requireBatchRows } from './batch-rows.js';
import type { FileContext } from './context.js';
import { createHandedOut } from './handed-out.js';
import { createMemoryBudget, type MemoryBudget } from './memory-budget.js';
import { openLanes } from './open-lanes.js';
import { largeWindowBytes, smallWindowBytes } from './page-stream.js';
import { pieceBytes } from './piece-bytes.js';
import { heldBeside, type ReadShare, rest } from './read-share.js';
import type { RowGroupRange } from './row-range.js';
import { type RowSelection, rowRanges } from './row-ranges.js';
import { createScratchPool, type ScratchPool } from './scratch.js';
import type { TypedColumn } from './typed-column.js';
import type { UseMetadata, Where } from './where.js';

/** Which part of a file to read, and in what form. */
export interface ReadPiecesOptions extends RowSelection {
  /** Columns, or paths of columns or of groups for all columns below; default all. A dot inside a name is written `\.`. */
  readonly columns?: readonly (string | LeafNode)[];
  /** One entry a slot instead of dense values, for all columns or those that a function names; default false. */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  /** Dictionary columns as plain values instead of indices, all or those that a function names; default false. */
  readonly decodeDictionaries?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
}

/** Which part of a file to read, and how many rows at a time. */
export interface ReadBatchesOptions extends ReadPiecesOptions {
  /**
   * Rows of a batch at most; default: whole row groups. A batch never spans row groups, and has fewer rows where more would
   * not fit `limits.memoryBytes`.
   */
  readonly batchRows?: number;
  /** Only rows that pass. `offset` and `limit` count these rows. Needs the option `filter` of `openFile`, which `openParquet` sets. */
  readonly where?: Where;
  /** Metadata that `where` may use to skip rows; default all. */
  readonly use?: UseMetadata;
  /**
   * Reads and tests all rows, and is CORRUPT where metadata would have skipped one that passes `where`. For files whose writer
   * you do not trust; default false.
   */
  readonly paranoid?: boolean;
  /** Where the read states what it holds, if it is one of several of a call: it then holds little while a batch is used. */
  readonly share?: ReadShare;
  /** What other reads of the call hold: this one has as much less of `limits.memoryBytes`, but a quarter of it at least. */
  readonly beside?: readonly ReadShare[];
  /**
   * Where the arrays of batches come from: `createBatchMemory()`, which uses those that you give back. Reads with the same memory
   * also use the same working memory, one after the other. Default: new memory.
   */
  readonly memory?: BatchMemory;
}

/** Columns by path, all of the same rows. Has no prototype, so that any name is safe. */
export type ColumnBatch = Readonly<Record<string, TypedColumn>>;

/** A piece of one column, with the row group that it is of. */
export interface ColumnChunkPiece extends ColumnPiece {
  readonly rowGroup: number;
}

/** Bytes that a column may read ahead: all columns share a part of the budget, and batches that are cut hold theirs long. */
function windowOf(columns: number, batchRows: number, { rowCount }: RowGroupRange, budget: MemoryBudget): number {
  const isWhole = batchRows >= rowCount;
  const shared = Math.floor(budget.totalBytes / (isWhole ? 4 : 12));
  return Math.min(largeWindowBytes, Math.max(smallWindowBytes, Math.floor(shared / columns)));
}

/**
 * The part of `limits.memoryBytes` that free memory of pages may take: of small limits more, so that a page of 8 MiB fits. It is not
 * in the budget: it would be garbage else.
 */
const scratchShare = 1 / 32;
const mostScratchShare = 1 / 6;
const wantedScratch = 10 * 2 ** 20;

/** Free memory of pages that reads with the same {@link BatchMemory} leave to each other. */
const poolsOf: WeakMap<BatchMemory, { readonly pool: ScratchPool; readonly mostBytes: number }> =
  /* @__PURE__ */ new WeakMap();

function poolFor({ memoryBytes }: Limits, memory: BatchMemory | undefined): ScratchPool {
  const share = Math.max(memoryBytes * scratchShare, Math.min(memoryBytes * mostScratchShare, wantedScratch));
  const mostBytes = Math.floor(share);
  const known = memory && poolsOf.get(memory);
  if (known?.mostBytes === mostBytes) return known.pool;
  const pool = createScratchPool(mostBytes);
  if (memory !== undefined) poolsOf.set(memory, { pool, mostBytes });
  return pool;
}

/** Rows of a column that are taken faster than the clock is worth a look. */
const quickRows = 2 ** 12;
/** Lanes of which few rows are taken between two looks at the clock. */
const quickLanes = 64;

/**
 * Reads batches of columns, in the order of `leaves`. They are fetched side by side as far as the memory of the read allows,
 * and decoded one by one.
 */
export async function* readBatches(
  fileContext: FileContext,
  rowGroups: readonly RowGroup[],
  leaves: readonly LeafNode[],
  options: ReadBatchesOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const { batchRows = Number.POSITIVE_INFINITY, signal, memory, share } = options;
  requireBatchRows(batchRows);
  const context = allocatingFrom(fileContext, memory);
  // Batches of nothing say nothing, and their number is the footer's word alone.
  if (leaves.length === 0) return;
  const scratch = poolFor(context.limits, memory);
  const handedOut = createHandedOut(context.limits);
  for (const range of rowRanges(rowGroups, options)) {
    signal?.throwIfAborted();
    const budget = createMemoryBudget(context, leaves.length, heldBeside(options.beside));
    const windowBytes = windowOf(leaves.length, batchRows, range, budget);
    const lanes = await openLanes(context, rowGroups, leaves, { ...options, range, budget, windowBytes, scratch });
    const filler = createBatchFiller(lanes, budget, memory === undefined, signal);
    for (let row = 0; row < range.rowCount; ) {
      signal?.throwIfAborted();
      const count = await filler.fill(Math.min(batchRows, range.rowCount - row));
      const columns: TypedColumn[] = [];
      for (const lane of lanes) {
        const taken = lane.takeWhole(count) ?? runStepsInTurns(lane.take(count), signal);
        const { values, nulls, slotCount, rowCount, spaced } = taken instanceof Promise ? await taken : taken;
        columns.push({ leaf: lane.leaf, values, nulls, slotCount, rowCount, spaced });
        if (count > quickRows || columns.length % quickLanes === 0) while (isTurnDue()) await yieldToEventLoop(signal);
      }
      // Of memory that comes back there is no garbage.
      if (memory === undefined) handedOut.count(columns.reduce((sum, column) => sum + pieceBytes(column), 0));
      if (share !== undefined) await rest(share, lanes, budget, columns);
      yield columns;
      row += count;
      while (isTurnDue() || handedOut.isTurnDue()) await yieldToEventLoop(signal);
    }
  }
}

/** The same, with memory of batches that were given back, or new memory. @throws ParquetError INVALID_ARGUMENT. */
function allocatingFrom(context: FileContext, memory: BatchMemory | undefined): FileContext {
  return { ...context, kernels: kernelsOf(context.kernels, memory) };
}

/** Reads the pieces of one column. */
export async function* readPieces(
  fileContext: FileContext,
  rowGroups: readonly RowGroup[],
  leaf: LeafNode,
  options: ReadPiecesOptions,
): AsyncGenerator<ColumnChunkPiece, void, undefined> {
  const context = allocatingFrom(fileContext, undefined);
  const scratch = poolFor(context.limits, undefined);
  const handedOut = createHandedOut(context.limits);
  for (const range of rowRanges(rowGroups, options)) {
    const budget = createMemoryBudget(context, 1);
    const windowBytes = windowOf(1, Number.POSITIVE_INFINITY, range, budget);
    const lanes = await openLanes(context, rowGroups, [leaf], { ...options, range, budget, windowBytes, scratch });
    const filler = createBatchFiller(lanes, budget, true, options.signal);
    for (let row = 0; row < range.rowCount; ) {
      row += await filler.fill(range.rowCount - row);
      for (const piece of lanes[0]?.takePieces() ?? []) {
        handedOut.count(pieceBytes(piece));
        yield { ...piece, rowGroup: range.rowGroup };
      }
      while (handedOut.isTurnDue()) await yieldToEventLoop(options.signal);
    }
  }
}
