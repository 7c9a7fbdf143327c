/**
 * A lane reads one column for batches. It consists of a chunk reader and a queue of rows that are not in a batch yet.
 *
 * All columns of a batch have the same rows. If the values of one column exceed the column's share of memory, its lane
 * stops early, and the batch ends at that row for all columns. Rows after it that other lanes have read stay in their
 * queues.
 */
import type { ColumnPiece } from '@marquetry/column';
import { isParquetError, type ParquetError, runSteps, runStepsInTurns, type Steps } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from './chunk.js';
import { type ChunkPlace, type ChunkReader, type ChunkReaderOptions, createChunkReader } from './chunk-reader.js';
import type { FileContext } from './context.js';
import { gatherQueue, hasIndices, type LaneQueue, takeRows, takeWhole } from './lane-queue.js';
import type { MemoryAccount } from './memory-budget.js';
import type { Waiting } from './waits.js';

export interface ColumnLane {
  readonly leaf: LeafNode;
  /** Returns the number of rows in the queue. */
  rows(): number;
  /**
   * Returns the estimated number of bytes per row: at first from the footer, later from the rows that were read last.
   */
  rowBytes(): number;
  /** Returns the LIMIT error of the latest call of `fill` that ran out of memory. */
  refusal(): ParquetError | undefined;
  /**
   * Reads until the queue has `rows` rows, or fewer (but at least one) if they take more than `targetBytes`. Returns
   * false if there is not enough memory. The column's pages have then been freed, and the call can be repeated.
   */
  fill(rows: number, targetBytes: number): Waiting<boolean>;
  /**
   * Removes the first `rows` rows from the queue and returns them without copying. Returns `undefined` if the first
   * {@link ColumnPiece} of the queue does not have exactly these rows.
   */
  takeWhole(rows: number): ColumnPiece | undefined;
  /**
   * Removes the first `rows` rows from the queue, which must have that many, and joins them into one
   * {@link ColumnPiece}. Each step of the generator takes about a millisecond.
   */
  take(rows: number): Steps<ColumnPiece>;
  /** Removes all rows from the queue and returns them as they were read, without joining their {@link ColumnPiece}s. */
  takePieces(): readonly ColumnPiece[];
  /**
   * Frees the pages of the column reader. With `alsoDictionary`, also frees the dictionary, unless the values that
   * replace the indices in the queue would take more memory.
   */
  park(alsoDictionary: boolean): Promise<void>;
}

/** Options for reading one column. `codec` is the chunk's codec, which must have been prepared. */
export interface ColumnLaneOptions extends ChunkReaderOptions {
  /**
   * True if there are too many columns to keep all chunk readers between batches. Only the position of each reader is
   * then kept. For the next batch, the lane finds its chunk again and reads the page again. It also reads the
   * dictionary again, unless the queue refers to it.
   */
  readonly leavesReader: boolean;
  /** Finds the chunk of a column. Called once per batch if `leavesReader` is true. */
  readonly locate: (leaf: LeafNode) => ChunkLocation;
}

/**
 * Minimum estimate of the memory per slot of a flat column, in bytes. In the file, a slot may take almost no bytes, for
 * example in an RLE run of indices.
 */
const slotBytes = 4;
/**
 * Maximum ratio of decoded to stored bytes in an estimate of the bytes per row. If the sizes in the footer give a
 * larger ratio, this maximum is used.
 */
const expansion = 64;

/** Returns the expected number of bytes per row, from the sizes in the footer. */
function expectedRowBytes({ leaf, metaData, rowCount }: ChunkLocation): number {
  const { totalUncompressedSize, totalCompressedSize } = metaData;
  const plausible = Math.min(totalUncompressedSize, expansion * totalCompressedSize);
  return Math.max(plausible / Math.max(rowCount, 1), leaf.maxRepetitionLevel > 0 ? 0 : slotBytes);
}

/** Creates the lane (reader and queue) of a column. Does not read from the source. */
export function openLane(context: FileContext, location: ChunkLocation, options: ColumnLaneOptions): ColumnLane {
  return new QueuedColumn(context, location, options);
}

/**
 * This is a class because there is one object per chunk, and creating closures takes as long as reading a small chunk.
 * The class also implements the queue, which saves an object.
 */
class QueuedColumn implements ColumnLane, LaneQueue {
  declare readonly leaf: LeafNode;
  pieces: ColumnPiece[] = [];
  taken = 0;
  declare private readonly context: FileContext;
  private readonly location: ChunkLocation | undefined;
  declare private readonly options: ColumnLaneOptions;
  declare private readonly account: MemoryAccount;
  /**
   * The reader of the chunk. Undefined before the first rows are requested, after the last rows have been read, and
   * while `place` keeps only the reader's position.
   */
  private reader: ChunkReader | undefined = undefined;
  private place: ChunkPlace | undefined = undefined;
  private queueBytes = 0;
  private queueRows = 0;
  /** True once all rows of the chunk have been read. There is then no position to continue reading at. */
  private isRead = false;
  declare private lastRowBytes: number;
  private lastRefusal: ParquetError | undefined = undefined;

  constructor(context: FileContext, location: ChunkLocation, options: ColumnLaneOptions) {
    this.leaf = location.leaf;
    this.context = context;
    this.location = options.leavesReader ? undefined : location;
    this.options = options;
    this.account = options.budget.open();
    this.lastRowBytes = expectedRowBytes(location);
  }

  rows(): number {
    return this.queueRows;
  }

  rowBytes(): number {
    return this.lastRowBytes;
  }

  refusal(): ParquetError | undefined {
    return this.lastRefusal;
  }

  *fill(wanted: number, targetBytes: number): Waiting<boolean> {
    const { account } = this;
    account.forgive();
    try {
      const missing = Math.min(wanted - this.queueRows, this.rowsLeft());
      if (missing > 0) {
        this.enqueue(yield* this.openReader().readRows(missing, Math.max(0, targetBytes - this.queueBytes)));
      }
      return true;
    } catch (error) {
      if (account.refusal === undefined || !isParquetError(error)) throw error;
      this.lastRefusal = error;
      this.leaveQuickly();
      return false;
    }
  }

  takeWhole(count: number): ColumnPiece | undefined {
    const piece = takeWhole(this, count);
    if (piece !== undefined) this.countTaken(count);
    return piece;
  }

  take(count: number): Steps<ColumnPiece> {
    this.countTaken(count);
    return takeRows(this, count, this.leaf, this.context);
  }

  takePieces(): readonly ColumnPiece[] {
    const { pieces } = this;
    this.pieces = [];
    this.queueRows = 0;
    this.queueBytes = 0;
    this.holdQueue();
    return pieces;
  }

  async park(alsoDictionary: boolean): Promise<void> {
    const { context, leaf, options } = this;
    const dropsDictionary =
      alsoDictionary && this.dropDictionary(await runStepsInTurns(gatherQueue(this, leaf, context), options.signal));
    this.reader?.park(dropsDictionary);
    if (dropsDictionary && this.reader === undefined) this.account.hold('dictionary', 0);
  }

  private rowsLeft(): number {
    if (this.isRead) return 0;
    return this.reader?.rowsLeft() ?? this.place?.rowsLeft ?? this.options.range.rowCount;
  }

  private isDone(): boolean {
    return this.rowsLeft() === 0;
  }

  private openReader(): ChunkReader {
    if (this.reader !== undefined) return this.reader;
    const { account, context, leaf, options, place } = this;
    const location = this.location ?? options.locate(leaf);
    this.reader = createChunkReader(context, location, options, account, place);
    return this.reader;
  }

  private enqueue(pieces: ColumnPiece[]): void {
    const { account } = this;
    const bytes = account.held('request');
    account.hold('request', 0);
    let count = 0;
    for (const piece of pieces) count += piece.rowCount;
    if (this.pieces.length === 0) this.pieces = pieces;
    else this.pieces.push(...pieces);
    this.queueRows += count;
    this.queueBytes += bytes;
    if (count > 0) this.lastRowBytes = bytes / count;
    account.hold('queue', this.queueBytes);
    if (this.isDone()) this.leaveReader(hasIndices(this));
    else this.leaveQuickly();
  }

  private countTaken(count: number): void {
    const rows = this.queueRows;
    this.queueBytes = rows === count ? 0 : Math.ceil((this.queueBytes * (rows - count)) / rows);
    this.queueRows = rows - count;
    this.holdQueue();
  }

  private holdQueue(): void {
    this.account.hold('queue', this.queueBytes);
    if (this.queueRows === 0 && this.isDone()) this.account.hold('dictionary', 0);
  }

  /**
   * Frees the reader and keeps only its position. With `keepsDictionary`, the dictionary still counts as memory in use,
   * because the queue refers to it.
   */
  private leaveReader(keepsDictionary: boolean): void {
    const { account, reader } = this;
    if (reader === undefined) return;
    const dictionaryBytes = account.held('dictionary');
    const isDone = this.isDone();
    const place = reader.leave();
    this.place = isDone ? undefined : place;
    this.isRead = isDone;
    this.reader = undefined;
    if (keepsDictionary) account.hold('dictionary', dictionaryBytes);
  }

  /**
   * If `leavesReader` is set, replaces the dictionary indices in the queue with values, and frees the reader. Does not
   * yield to the event loop while it does so, because the queue is short with this option.
   */
  private leaveQuickly(): void {
    const { context, leaf, options } = this;
    if (options.leavesReader && this.dropDictionary(runSteps(gatherQueue(this, leaf, context)))) {
      this.leaveReader(false);
    }
  }

  /**
   * Increases the size of the queue by `gathered`, the result of {@link gatherQueue}. Returns false if `gathered` is
   * undefined, because the queue then still refers to the dictionary.
   */
  private dropDictionary(gathered: number | undefined): boolean {
    this.queueBytes += gathered ?? 0;
    return gathered !== undefined;
  }
}
