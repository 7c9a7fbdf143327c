/**
 * Reads typed columns in batches.
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

/** The part of a file to read, and the form of its values. */
export interface ReadPiecesOptions extends RowSelection {
  /** Columns, or paths of columns or of groups for all columns below; default all. A dot inside a name is written `\.`. */
  readonly columns?: readonly (string | LeafNode)[];
  /** True for one entry per slot instead of dense values; a function decides per column. Default: false. */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  /** True to decode dictionary columns to plain values instead of indices; a function decides per column. Default: false. */
  readonly decodeDictionaries?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
}

/** The part of a file to read, and the number of rows per batch. */
export interface ReadBatchesOptions extends ReadPiecesOptions {
  /**
   * Maximum number of rows per batch. Default: whole row groups. A batch never spans row groups, and has fewer rows if more would
   * not fit in `limits.memoryBytes`.
   */
  readonly batchRows?: number;
  /** Reads only the rows that match. `offset` and `limit` count matching rows. Requires the option `filter` of `openFile`, which `openParquet` sets. */
  readonly where?: Where;
  /** The kinds of metadata that `where` may use to skip rows. Default: all. */
  readonly use?: UseMetadata;
  /**
   * True to read and test all rows, and to throw CORRUPT if metadata would have skipped a row that matches `where`. Use it for files
   * whose writer you do not trust. Default: false.
   */
  readonly paranoid?: boolean;
  /** Receives the number of bytes that this read holds, for a call that makes several reads. The read then frees most of its memory while its batch
   * is in use. */
  readonly share?: ReadShare;
  /** The memory that other reads of the call hold. It is subtracted from `limits.memoryBytes` for this read, which keeps at least a quarter. */
  readonly beside?: readonly ReadShare[];
  /**
   * The memory for the arrays of batches, made by `createBatchMemory()`, which reuses the batches that you recycle. Consecutive reads
   * with the same memory also share their working memory. Default: new memory for each batch.
   */
  readonly memory?: BatchMemory;
}

/** Columns by path, for the same rows. The object has no prototype, so any column name is safe. */
export type ColumnBatch = Readonly<Record<string, TypedColumn>>;

/** A piece of one column, and the row group that it belongs to. */
export interface ColumnChunkPiece extends ColumnPiece {
  readonly rowGroup: number;
}

/** Returns how many bytes a column may read ahead. All columns share a part of the budget. The part is smaller if `batchRows` cuts row groups,
 * because the bytes read ahead then stay in memory for several batches. */
function windowOf(columns: number, batchRows: number, { rowCount }: RowGroupRange, budget: MemoryBudget): number {
  const isWhole = batchRows >= rowCount;
  const shared = Math.floor(budget.totalBytes / (isWhole ? 4 : 12));
  return Math.min(largeWindowBytes, Math.max(smallWindowBytes, Math.floor(shared / columns)));
}

/**
 * The part of `limits.memoryBytes` for page memory that is kept for reuse. It is larger for small limits, so that a page of 8 MiB fits. The budget
 * does not count this memory, because without reuse the same amount would be garbage.
 */
const scratchShare = 1 / 32;
const mostScratchShare = 1 / 6;
const wantedScratch = 10 * 2 ** 20;

/** Page memory that consecutive reads with the same {@link BatchMemory} share. */
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

/** Up to this number, a column's rows are taken without checking the clock, because taking them is faster than a check. */
const quickRows = 2 ** 12;
/** Number of lanes from which few rows are taken between two checks of the clock. */
const quickLanes = 64;

/**
 * Reads batches of columns, in the order of `leaves`. The columns are fetched at the same time, as far as the memory of the read
 * allows, and decoded one after the other.
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
  // Batches without columns carry no data, and their number would depend on the footer alone.
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
      // Recycled batches leave no garbage.
      if (memory === undefined) handedOut.count(columns.reduce((sum, column) => sum + pieceBytes(column), 0));
      if (share !== undefined) await rest(share, lanes, budget, columns);
      yield columns;
      row += count;
      while (isTurnDue() || handedOut.isTurnDue()) await yieldToEventLoop(signal);
    }
  }
}

/** Returns the context with kernels that allocate recycled memory, or new memory. @throws ParquetError INVALID_ARGUMENT. */
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
