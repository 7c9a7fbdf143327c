/**
 * Reads one column chunk, rows at a time, within the memory that its account has.
 */
import { type ColumnPiece, createRowReader, type RowReader, type RowStep } from '@marquetry/column';
import { type Codec, isTurnDue, ParquetError, PhysicalType, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import { createPageCursor } from './chunk-cursor.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import type { CursorPosition, PageCursor } from './page-cursor.js';
import { nextRow, type RowRange } from './row-ranges.js';
import type { ScratchPool } from './scratch.js';
import type { Waiting } from './waits.js';

export interface ChunkReaderOptions {
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly flat: boolean;
  readonly budget: MemoryBudget;
  readonly account: MemoryAccount;
  /** Where the memory of pages comes from. */
  readonly scratch: ScratchPool;
  /** The rows that will be asked for. */
  readonly range: RowRange;
  readonly signal: AbortSignal | undefined;
  /** As of the page stream. */
  readonly windowBytes: number | undefined;
}

export interface ChunkReader {
  /** Rows of the range that were not read yet. */
  rowsLeft(): number;
  /**
   * The next `count` rows of the range, or fewer, but at least one, if they take more than `targetBytes`. Others are passed
   * over, of which as little is read as the page headers and indexes allow.
   * @throws ParquetError CORRUPT when the chunk has fewer; LIMIT, with `account.refusal`, when the budget has no room: the
   *   reader is then parked, and the call can be repeated.
   */
  readRows(count: number, targetBytes: number): Waiting<ColumnPiece[]>;
  /** Drops page and window, and the dictionary: they are read again when their next rows are asked for. */
  park(alsoDictionary: boolean): void;
  /** Parks the reader for good: another goes on from the place that this returns. */
  leave(): ChunkPlace;
}

/** Where a reader was left. */
export interface ChunkPlace {
  /** Rows of the chunk that were read or passed over. */
  readonly rowsDone: number;
  readonly rowsLeft: number;
  /** True when the offset index was used, and is needed to go on. */
  readonly isLocated: boolean;
  readonly start: RequestStart;
  readonly dictionary: CursorPosition | undefined;
}

/** Where the next request starts: before a page, or at a slot of it. */
interface RequestStart {
  readonly page: CursorPosition;
  readonly slot: number;
}

/** Work between two looks at the clock, which costs as much as a small page: in bytes and slots, some tens of microseconds. */
const unlookedWork = 2 ** 16;
/** The work of a page besides its bytes and slots. */
const pageWork = 2 ** 11;

/** A reader before the first row of a chunk, or where another was left. */
export function createChunkReader(
  context: FileContext,
  location: ChunkLocation,
  options: ChunkReaderOptions,
  place?: ChunkPlace,
): ChunkReader {
  return new PageByPage(context, location, options, place);
}

const nothingPasses = (): boolean => false;

/** A class, as there is one per chunk: closures would take as long to make as a small chunk to read. */
class PageByPage implements ChunkReader {
  private readonly context: FileContext;
  private readonly location: ChunkLocation;
  private readonly options: ChunkReaderOptions;
  private readonly cursor: PageCursor;
  private readonly rows: RowReader;
  private readonly passes: (header: PageHeader) => boolean;
  /** Rows of the chunk that were read or passed over. */
  private done: number;
  private left: number;
  /** False until the offset index was looked at, where it is of use. */
  private isPlaced: boolean;
  private mostBytes = 0;
  /** Work since the clock was last looked at, in bytes and slots. */
  private work = 0;
  /** Set while the reader is parked. */
  private parked: RequestStart | undefined;

  constructor(
    context: FileContext,
    location: ChunkLocation,
    options: ChunkReaderOptions,
    place: ChunkPlace | undefined,
  ) {
    const { kernels, limits } = context;
    const { spaced, flat } = options;
    this.context = context;
    this.location = location;
    this.options = options;
    this.cursor = createPageCursor(context, location, options, place?.dictionary);
    const rows = createRowReader({ column: location.leaf, kernels, limits, spaced, flat });
    this.rows = rows;
    this.passes = (header) => rows.passes(header);
    this.done = place?.rowsDone ?? 0;
    this.left = place?.rowsLeft ?? options.range.rowCount;
    this.isPlaced = place !== undefined && !place.isLocated;
    this.parked = place?.start;
  }

  rowsLeft(): number {
    return this.left;
  }

  *readRows(count: number, targetBytes: number): Waiting<ColumnPiece[]> {
    const gap = nextRow(this.options.range, this.done) - this.done;
    if (gap > 0) yield* this.attempt(this.skip(gap));
    return yield* this.attempt(this.serve(count, targetBytes));
  }

  park(alsoDictionary: boolean): void {
    this.parkAt(this.startOfRequest(), alsoDictionary);
  }

  leave(): ChunkPlace {
    const start = this.startOfRequest();
    this.parkAt(start, true);
    this.options.account.hold('index', 0);
    const { leaf } = this.location;
    // Pages may still be jumped over, or were, so that their slots are not known.
    const isLocated = this.cursor.isLocated() && (leaf.maxRepetitionLevel > 0 || this.options.range.runs !== undefined);
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
    this.options.account.hold('request', 0);
  }

  private *unpark({ page, slot }: RequestStart): Waiting<void> {
    const { cursor, rows } = this;
    yield* cursor.resume(page);
    while (slot > 0 && rows.slot === undefined) {
      const found = cursor.step(nothingPasses);
      if (found === 'bytes') yield cursor.fetch();
      else if (typeof found === 'object') rows.supply(found, slot);
    }
    this.parked = undefined;
  }

  /** Runs a request. Where the budget has no room for it, the reader is parked where it was before. */
  private *attempt<T>(request: Waiting<T>): Waiting<T> {
    const { cursor, options, parked } = this;
    const start = this.startOfRequest();
    const { done, left } = this;
    // The queue may refer to a dictionary of earlier requests.
    const hadDictionary = cursor.hasDictionary();
    try {
      if (!this.isPlaced) yield* cursor.locate();
      this.isPlaced = true;
      if (parked !== undefined) yield* this.unpark(parked);
      return yield* request;
    } catch (error) {
      if (options.account.refusal !== undefined) {
        this.done = done;
        this.left = left;
        this.parkAt(start, !hadDictionary);
      }
      throw withPlace(error, this.location.at);
    }
  }

  /** Passes over the rows before the next run. */
  private *skip(count: number): Waiting<void> {
    const { rows } = this;
    rows.begin(count, { skip: true });
    yield* this.run();
    if (rows.rows !== count) throw this.fault(' or fewer');
    this.done += count;
    if (rows.slot === undefined) this.cursor.releasePage();
  }

  private *serve(count: number, targetBytes: number): Waiting<ColumnPiece[]> {
    const { cursor, location, options, rows } = this;
    const { runs, to } = options.range;
    // The request for the last rows of the chunk takes all that is left, so that surplus rows show.
    const isLast = count >= this.left && to === location.rowCount;
    this.mostBytes = options.budget.freeBytes;
    rows.begin(isLast ? Number.POSITIVE_INFINITY : count, {
      expectedSlots: this.expectedSlots(count, targetBytes),
      memory: { targetBytes, mostBytes: this.mostBytes },
      within: runs && { runs, row: this.done },
    });
    yield* this.run();
    options.account.hold('request', rows.byteLength);
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
    return new ParquetError('CORRUPT', `the pages hold ${found} rows, the row group has ${rowCount}`, at);
  }

  /** A request that its memory will end needs no room for all. */
  private expectedSlots(count: number, targetBytes: number): number {
    const { leaf, metaData, rowCount } = this.location;
    const allSlots = rowCount === 0 ? 0 : Math.ceil((metaData.numValues * count) / rowCount);
    const leastSlotBytes = leaf.type === PhysicalType.BOOLEAN ? 1 / 8 : 4;
    return Math.min(allSlots, Math.ceil(targetBytes / leastSlotBytes));
  }

  /** Reads until the request is served, or the chunk has no more pages. */
  private *run(): Waiting<void> {
    const { cursor, options, passes, rows } = this;
    for (let step = this.step(); step !== 'served'; step = this.step()) {
      options.account.hold('request', rows.byteLength);
      if (step === 'full') throw withPlace(this.refusal(), this.location.at);
      if (step === 'more' || this.work >= unlookedWork) {
        this.work = 0;
        while (isTurnDue()) yield yieldToEventLoop(options.signal);
      }
      if (step === 'more') continue;
      cursor.releasePage();
      if (cursor.isAtLocated()) {
        if (rows.endRow()) return;
        rows.passRows(cursor.jump());
      }
      this.work += pageWork;
      const found = cursor.step(passes);
      if (found === 'end') return;
      if (found === 'bytes') yield cursor.fetch();
      else if (found !== 'passed') {
        this.work += found.page.header.uncompressedPageSize + found.page.slotCount;
        rows.supply(found);
      }
    }
  }

  private step(): RowStep {
    try {
      return this.rows.step();
    } catch (error) {
      throw withPlace(error, this.location.at);
    }
  }

  /** Which limit the next slot does not fit. */
  private refusal(): ParquetError {
    const { refusal, byteLength } = this.rows;
    if (refusal !== undefined && this.context.limits.decodedBytes <= this.mostBytes) return refusal;
    return this.options.account.refuse(`a row of more than ${byteLength} bytes`);
  }
}
