/** Reads one column chunk a few rows at a time, within the memory budget of the read. */
import { type ColumnPiece, createRowReader, type RowReader } from '@marquetry/column';
import { type Codec, ParquetError, withPlace } from '@marquetry/core';
import type { ChunkLocation } from './chunk.js';
import { createPageCursor } from './chunk-cursor.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import type { CursorPosition, PageCursor, PageFilter } from './page-cursor.js';
import { PageSupply } from './page-supply.js';
import type { RowGroupRange } from './row-range.js';
import { nextRow } from './row-ranges.js';
import type { ScratchPool } from './scratch.js';
import type { Waiting } from './waits.js';

/**
 * The options of a chunk reader. The readers of a read share one options object if their chunks have the same codec and
 * their values are returned in the same form.
 */
export interface ChunkReaderOptions {
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly decodeDictionaries: boolean;
  readonly budget: MemoryBudget;
  /** The memory that pages are decompressed into. */
  readonly scratch: ScratchPool;
  /** The rows of the row group to read. */
  readonly range: RowGroupRange;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of bytes per request, as in `PageStreamOptions.windowBytes`. */
  readonly windowBytes: number | undefined;
}

export interface ChunkReader {
  /** Returns the number of selected rows that have not been read yet. */
  rowsLeft(): number;
  /**
   * Reads the next `count` selected rows, or fewer (but at least one) if they take more than `targetBytes`. Skips rows
   * that are not selected, and avoids reading skipped pages as far as page headers and the offset index allow.
   * @throws ParquetError CORRUPT if the chunk has fewer rows; LIMIT if there is not enough memory. Before it throws
   * LIMIT, the reader sets `refusal` in its {@link MemoryAccount} and frees its memory, so the call can be repeated.
   */
  readRows(count: number, targetBytes: number): Waiting<ColumnPiece[]>;
  /**
   * Drops the current page, the bytes that were read ahead and, with `alsoDictionary`, the dictionary. The next call
   * reads them again.
   */
  park(alsoDictionary: boolean): void;
  /** Ends the reader and returns its position, from which another reader can continue. */
  leave(): ChunkPlace;
}

/** The position in a chunk at which reading stopped, and from which it can continue. */
export interface ChunkPlace {
  /** Number of rows of the chunk that were read or skipped. */
  readonly rowsDone: number;
  readonly rowsLeft: number;
  /** True if the offset index was used to locate pages. Reading must then continue to use it. */
  readonly isLocated: boolean;
  readonly start: RequestStart;
  readonly dictionary: CursorPosition | undefined;
}

/** The position at which the next rows start: a page, and the slot in it. */
interface RequestStart {
  readonly page: CursorPosition;
  readonly slot: number;
}

/** Creates a reader that starts at the first row of a chunk, or where another reader of the chunk ended. */
export function createChunkReader(
  context: FileContext,
  location: ChunkLocation,
  options: ChunkReaderOptions,
  account: MemoryAccount,
  place?: ChunkPlace,
): ChunkReader {
  return new PageByPage(context, location, options, account, place);
}

/** A filter that does not skip any page. */
const everyPage: PageFilter = { passes: () => false };

/**
 * This is a class because there is one object per chunk, and creating closures takes as long as reading a small chunk.
 */
class PageByPage implements ChunkReader {
  declare private readonly location: ChunkLocation;
  declare private readonly options: ChunkReaderOptions;
  declare private readonly account: MemoryAccount;
  declare private readonly cursor: PageCursor;
  declare private readonly rows: RowReader;
  declare private readonly supply: PageSupply;
  /** Number of rows of the chunk that were read or skipped. */
  declare private done: number;
  declare private left: number;
  /** True if the offset index was read, or need not be read. */
  declare private isPlaced: boolean;
  /** The position at which reading continues. Set only while the memory of the reader is freed. */
  private parked: RequestStart | undefined;

  constructor(
    context: FileContext,
    location: ChunkLocation,
    options: ChunkReaderOptions,
    account: MemoryAccount,
    place: ChunkPlace | undefined,
  ) {
    const { kernels, limits } = context;
    const { signal, spaced, decodeDictionaries } = options;
    this.location = location;
    this.options = options;
    this.account = account;
    this.cursor = createPageCursor(context, location, options, account, place?.dictionary);
    this.rows = createRowReader({ column: location.leaf, kernels, limits, spaced, decodeDictionaries });
    this.supply = new PageSupply(this.rows, this.cursor, location, limits, account, signal);
    this.done = place?.rowsDone ?? 0;
    this.left = place?.rowsLeft ?? options.range.rowCount;
    this.isPlaced = place !== undefined && !place.isLocated;
    this.parked = place?.start;
  }

  rowsLeft(): number {
    return this.left;
  }

  readRows(count: number, targetBytes: number): Waiting<ColumnPiece[]> {
    const { range } = this.options;
    // Rows before `range.from` are skipped here if all rows of the range are selected. If there is a bitmap or list of
    // selected rows, the row reader skips the other rows.
    const gap = range.selection === undefined ? nextRow(range, this.done) - this.done : 0;
    return gap > 0 ? this.readAfter(gap, count, targetBytes) : this.request(count, targetBytes);
  }

  park(alsoDictionary: boolean): void {
    this.parkAt(this.startOfRequest(), alsoDictionary);
  }

  leave(): ChunkPlace {
    const start = this.startOfRequest();
    this.parkAt(start, true);
    this.account.hold('index', 0);
    const { leaf } = this.location;
    // If pages were skipped, the number of slots before a page is unknown, so only the offset index can find the page
    // again.
    const isLocated =
      this.cursor.isLocated() && (leaf.maxRepetitionLevel > 0 || this.options.range.selection !== undefined);
    const dictionary = this.cursor.dictionaryPosition();
    return { rowsDone: this.done, rowsLeft: this.left, isLocated, start, dictionary };
  }

  private startOfRequest(): RequestStart {
    const { cursor, parked, rows } = this;
    if (parked !== undefined) return parked;
    const { slot } = rows;
    return slot === undefined ? { page: cursor.position(), slot: 0 } : { page: cursor.pagePosition(), slot };
  }

  private parkAt(start: RequestStart, alsoDictionary: boolean): void {
    this.parked = start;
    this.rows.reset();
    this.cursor.park(alsoDictionary);
    this.account.hold('request', 0);
  }

  private *unpark({ page, slot }: RequestStart): Waiting<void> {
    const { cursor, rows } = this;
    yield* cursor.resume(page);
    while (slot > 0 && rows.slot === undefined) {
      const found = cursor.step(everyPage);
      if (found === 'bytes') yield cursor.fetch();
      else if (typeof found === 'object') rows.supply(found, slot);
    }
    this.parked = undefined;
  }

  private *readAfter(gap: number, count: number, targetBytes: number): Waiting<ColumnPiece[]> {
    yield* this.request(gap, undefined);
    return yield* this.request(count, targetBytes);
  }

  /**
   * Reads rows, or skips them if `targetBytes` is undefined. If there is not enough memory, the reader frees its memory
   * and returns to the position where the call started.
   */
  private *request(count: number, targetBytes: number | undefined): Waiting<ColumnPiece[]> {
    const { account, cursor, parked, supply } = this;
    const start = this.startOfRequest();
    const { done, left } = this;
    // If the dictionary was read before this call, rows in the column's queue may refer to it, so it must not be
    // dropped on failure.
    const hadDictionary = cursor.hasDictionary();
    try {
      if (!this.isPlaced && cursor.mayJump()) yield* cursor.locate();
      this.isPlaced = true;
      if (parked !== undefined) yield* this.unpark(parked);
      if (targetBytes === undefined) this.rows.begin(count, { skip: true });
      else this.begin(count, targetBytes);
      for (let wait = supply.advance(); wait !== undefined; wait = supply.advance()) yield wait;
      return targetBytes === undefined ? this.passed(count) : this.served(count);
    } catch (error) {
      if (account.refusal !== undefined) {
        this.done = done;
        this.left = left;
        this.parkAt(start, !hadDictionary);
      }
      throw withPlace(error, this.location.at);
    }
  }

  /** Counts skipped rows. Returns an empty array, because skipped rows do not have values. */
  private passed(count: number): ColumnPiece[] {
    const { rows } = this;
    if (rows.rows !== count) throw this.fault(' or fewer');
    this.done += count;
    if (rows.slot === undefined) this.cursor.releasePage();
    return [];
  }

  private begin(count: number, targetBytes: number): void {
    const { budget, range } = this.options;
    const { selection } = range;
    const mostBytes = budget.freeBytes;
    this.rows.begin(this.isLast(count) ? Number.POSITIVE_INFINITY : count, {
      expectedSlots: this.expectedSlots(count),
      memory: { targetBytes, mostBytes },
      within: selection && { selection, row: this.done },
    });
    this.supply.start(mostBytes);
  }

  /**
   * True if a request includes the last rows of the chunk. The reader then reads to the end of the chunk, to detect
   * extra rows.
   */
  private isLast(count: number): boolean {
    return count >= this.left && this.options.range.to === this.location.rowCount;
  }

  private served(count: number): ColumnPiece[] {
    const { account, cursor, location, rows } = this;
    account.hold('request', rows.byteLength);
    const isLast = this.isLast(count);
    const isSurplus = isLast && rows.rows >= count && rows.slot !== undefined;
    if (isSurplus || (rows.isCut ? rows.rows > count : rows.rows !== count))
      throw this.fault(isLast ? '' : ' or fewer');
    this.done += rows.rows + rows.passed;
    this.left -= rows.rows;
    if (this.done >= location.rowCount) cursor.end();
    if (rows.slot === undefined) cursor.releasePage();
    return rows.finish();
  }

  private fault(orFewer: string): ParquetError {
    const { at, rowCount } = this.location;
    const found = `${this.done + this.rows.rows + this.rows.passed}${orFewer}`;
    return new ParquetError('CORRUPT', `the row group has ${rowCount} rows, but the pages have ${found}`, at);
  }

  /** Estimates the number of slots in `count` rows from the average number of slots per row in the chunk. */
  private expectedSlots(count: number): number {
    const { metaData, rowCount } = this.location;
    return rowCount === 0 ? 0 : Math.ceil((metaData.numValues * count) / rowCount);
  }
}
