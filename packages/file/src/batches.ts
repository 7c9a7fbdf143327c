/**
 * Reads the columns of a file as typed arrays, in batches of rows.
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
import { keepClasses } from './kept-classes.js';
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

/** Options that select the part of a file to read and the form of the returned values. */
export interface ReadPiecesOptions extends RowSelection {
  /**
   * The columns to read, as paths or leaves of the schema. Default: all. The path of a group selects all columns in it.
   * Write a dot inside a name as `\.`.
   */
  readonly columns?: readonly (string | LeafNode)[];
  /**
   * True to return one entry per slot, including entries with unspecified values for nulls; false to return only the
   * values that are not null. A function decides per column. Default: false.
   */
  readonly spaced?: boolean | ((leaf: LeafNode) => boolean);
  /**
   * True to decode dictionary columns to plain values instead of indices; a function decides per column. Default:
   * false.
   */
  readonly decodeDictionaries?: boolean | ((leaf: LeafNode) => boolean);
  readonly signal?: AbortSignal;
}

/** Options that select the part of a file to read and the number of rows per batch. */
export interface ReadBatchesOptions extends ReadPiecesOptions {
  /**
   * Maximum number of rows per batch. Default: whole row groups. A batch never spans row groups, and has fewer rows if
   * more would not fit in `limits.memoryBytes`.
   */
  readonly batchRows?: number;
  /**
   * Reads only the rows that match this condition. `offset` and `limit` count matching rows. Requires the option
   * `filter` of `openFile`, which `openParquet` sets.
   */
  readonly where?: Where;
  /** The kinds of metadata that `where` may use to skip rows. Default: all. */
  readonly use?: UseMetadata;
  /**
   * True to read all rows, and to throw CORRUPT if metadata would have skipped a row that matches `where`. Use it for
   * files whose writer you do not trust. Default: false.
   */
  readonly paranoid?: boolean;
  /**
   * The object in which this read records how many bytes it uses, for a call that makes several reads at the same time.
   * If set, the read frees most of its memory while its caller uses a batch. Default: none.
   */
  readonly share?: ReadShare;
  /**
   * The memory that other reads in the same call use. It is subtracted from `limits.memoryBytes` for this read, but
   * this read may always use a quarter of the limit.
   */
  readonly beside?: readonly ReadShare[];
  /**
   * The memory for the arrays of batches. Create it with `createBatchMemory()`, and recycle the batches that you no
   * longer need. Consecutive reads with the same object reuse their working memory. Default: new memory for each batch.
   */
  readonly memory?: BatchMemory;
}

/**
 * The columns of a batch by path. All columns have the same rows. The object does not have a prototype, so any column
 * name is safe.
 */
export type ColumnBatch = Readonly<Record<string, TypedColumn>>;

/** Consecutive values of one column, and their row group. */
export interface ColumnChunkPiece extends ColumnPiece {
  readonly rowGroup: number;
}

/**
 * Returns the number of bytes to read ahead per column (the window). A batch with fewer rows than the row group gets a
 * smaller window, because the bytes read ahead then stay in memory for several batches.
 */
export function windowOf(
  columns: number,
  batchRows: number,
  { rowCount }: RowGroupRange,
  budget: MemoryBudget,
): number {
  const shares = (batchRows < rowCount ? 12 : 4) * columns;
  return Math.min(largeWindowBytes, Math.max(smallWindowBytes, Math.floor(budget.totalBytes / shares)));
}

/**
 * The fraction of `limits.memoryBytes` that may be kept as unused page memory, to decompress the next pages into. It is
 * larger for small limits, so that a page of 8 MiB fits. The budget does not count this memory, because without reuse
 * about as much memory would be garbage that the engine has not collected yet.
 */
const scratchShare = 1 / 32;
const mostScratchShare = 1 / 6;
const wantedScratch = 10 * 2 ** 20;

/** The pool of page memory for each {@link BatchMemory}. Consecutive reads with the same batch memory share a pool. */
const poolsOf: WeakMap<BatchMemory, ScratchPool> = /* @__PURE__ */ new WeakMap();

/**
 * Returns the page memory that all reads with this `memory` share. Returns new page memory if `memory` is undefined.
 */
export function poolFor({ memoryBytes }: Limits, memory: BatchMemory | undefined): ScratchPool {
  const most = Math.min(memoryBytes * mostScratchShare, wantedScratch);
  const mostBytes = Math.floor(Math.max(memoryBytes * scratchShare, most));
  let pool = memory && poolsOf.get(memory);
  if (pool?.mostBytes !== mostBytes) {
    pool = createScratchPool(mostBytes);
    if (memory) poolsOf.set(memory, pool);
  }
  return pool;
}

/**
 * In batches of at most this many rows, reading does not check after each column whether it is time to yield to the
 * event loop, because the check would take longer than adding the column.
 */
const quickRows = 2 ** 12;
/** In a batch of few rows, reading checks once per this many columns whether it is time to yield to the event loop. */
const quickLanes = 64;

/**
 * Reads batches of columns, in the order of `leaves`. The columns are fetched concurrently, as far as the memory of the
 * read allows, and decoded one after the other.
 */
export async function* readBatches(
  fileContext: FileContext,
  rowGroups: readonly RowGroup[],
  leaves: readonly LeafNode[],
  options: ReadBatchesOptions,
): AsyncGenerator<readonly TypedColumn[], void, undefined> {
  const { batchRows = Number.POSITIVE_INFINITY, signal, memory, share } = options;
  requireBatchRows(batchRows);
  const context = allocatingFrom(fileContext, memory, leaves.length);
  // Without columns, there is nothing to yield: batches would be empty, and their number would depend only on the
  // footer.
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
      // Recycled batches do not become garbage, so only other batches are counted.
      if (memory === undefined) handedOut.count(columns.reduce((sum, column) => sum + pieceBytes(column), 0));
      if (share !== undefined) await rest(share, lanes, budget, columns);
      yield columns;
      row += count;
      while (isTurnDue() || handedOut.isTurnDue()) await yieldToEventLoop(signal);
    }
  }
}

/**
 * Returns the context with kernels that allocate the arrays of batches of `columns` columns from `memory`, or in new
 * memory if `memory` is undefined.
 * @throws ParquetError INVALID_ARGUMENT if `memory` was not created by `createBatchMemory`.
 */
function allocatingFrom(context: FileContext, memory: BatchMemory | undefined, columns: number): FileContext {
  keepClasses(context.kernels);
  return { ...context, kernels: kernelsOf(context.kernels, memory, context.limits, columns) };
}

/**
 * Yields the values of one column as they are decoded. Unlike reading batches, this does not join values with different
 * layouts or dictionaries.
 */
export async function* readPieces(
  fileContext: FileContext,
  rowGroups: readonly RowGroup[],
  leaf: LeafNode,
  options: ReadPiecesOptions,
): AsyncGenerator<ColumnChunkPiece, void, undefined> {
  const context = allocatingFrom(fileContext, undefined, 1);
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
