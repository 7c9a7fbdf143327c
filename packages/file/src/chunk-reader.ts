/**
 * Reads one column chunk, rows at a time, within the memory that its account has.
 */
import { type ColumnPiece, createRowReader, type RequestMemory, type RowReader, type RowStep } from '@marquetry/column';
import { type Codec, isTurnDue, ParquetError, PhysicalType, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import { createPageCursor } from './chunk-cursor.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import type { CursorPosition, PageCursor } from './page-cursor.js';
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
  /** True when not all rows will be asked for. */
  readonly partial: boolean;
  readonly signal: AbortSignal | undefined;
  /** As of the page stream. */
  readonly windowBytes: number | undefined;
}

export interface ChunkReader {
  /** Rows that were read or passed over. */
  rowsDone(): number;
  /**
   * Passes over rows at the start of the chunk, reading as little as the page headers and indexes allow. Of the rest,
   * rows up to `end` will be asked for.
   */
  skipRows(count: number, end: number): Waiting<void>;
  /**
   * The next `count` rows, or fewer, but at least one, if they take more than `targetBytes`.
   * @throws ParquetError CORRUPT when the chunk has fewer; LIMIT, with `account.refusal`, when the budget has no room: the
   *   reader is then parked, and the call can be repeated.
   */
  readRows(count: number, targetBytes: number): Waiting<readonly ColumnPiece[]>;
  /** Drops page and window, and the dictionary: they are read again when their next rows are asked for. */
  park(alsoDictionary: boolean): void;
  /** Parks the reader for good: another goes on from the place that this returns. */
  leave(): ChunkPlace;
}

/** Where a reader was left. */
export interface ChunkPlace {
  readonly rowsDone: number;
  readonly start: RequestStart;
  readonly dictionary: CursorPosition | undefined;
}

/** Where the next request starts: before a page, or at a slot of it. */
interface RequestStart {
  readonly page: CursorPosition;
  readonly slot: number;
}

/** Where much is free, requests that follow each other are bounded alike: their limits are made once. */
function wholeSteps(freeBytes: number): number {
  return freeBytes < 2 ** 24 ? freeBytes : freeBytes - (freeBytes % 2 ** 22);
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
  private done: number;
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
    this.parked = place?.start;
  }

  rowsDone(): number {
    return this.done;
  }

  *skipRows(count: number, end: number): Waiting<void> {
    if (this.done < count) yield* this.attempt(this.skip(count, end));
  }

  readRows(count: number, targetBytes: number): Waiting<readonly ColumnPiece[]> {
    return this.attempt(this.serve(count, targetBytes));
  }

  park(alsoDictionary: boolean): void {
    this.parkAt(this.startOfRequest(), alsoDictionary);
  }

  leave(): ChunkPlace {
    const start = this.startOfRequest();
    this.parkAt(start, true);
    this.options.account.hold('index', 0);
    return { rowsDone: this.done, start, dictionary: this.cursor.dictionaryPosition() };
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
    const doneBefore = this.done;
    // The queue may refer to a dictionary of earlier requests.
    const hadDictionary = cursor.hasDictionary();
    try {
      if (parked !== undefined) yield* this.unpark(parked);
      return yield* request;
    } catch (error) {
      if (options.account.refusal !== undefined) {
        this.done = doneBefore;
        this.parkAt(start, !hadDictionary);
      }
      throw withPlace(error, this.location.at);
    }
  }

  private *skip(count: number, end: number): Waiting<void> {
    if (this.done === 0) this.done = (yield* this.cursor.seek(count, end)) ?? 0;
    if (this.done < count) yield* this.serve(count - this.done, undefined);
  }

  private *serve(count: number, targetBytes: number | undefined): Waiting<readonly ColumnPiece[]> {
    const { cursor, location, options, rows } = this;
    const { rowCount } = location;
    const isLast = this.done + count >= rowCount;
    this.mostBytes = wholeSteps(options.budget.freeBytes);
    const { mostBytes } = this;
    const memory: RequestMemory | undefined = targetBytes === undefined ? undefined : { targetBytes, mostBytes };
    const expectedSlots = this.expectedSlots(count, targetBytes ?? 0);
    // The last request takes all that is left, so that surplus rows show.
    rows.begin(isLast ? Number.POSITIVE_INFINITY : count, { skip: memory === undefined, expectedSlots, memory });
    yield* this.run();
    options.account.hold('request', rows.byteLength);
    const isSurplus = isLast && rows.rows >= count && rows.slot !== undefined;
    if (isSurplus || (rows.isCut ? rows.rows > count : rows.rows !== count)) {
      const found = `${this.done + rows.rows}${isLast ? '' : ' or fewer'}`;
      const what = `the pages hold ${found} rows, the row group has ${rowCount}`;
      throw new ParquetError('CORRUPT', what, location.at);
    }
    this.done += rows.rows;
    if (this.done >= rowCount) cursor.end();
    if (rows.slot === undefined) cursor.releasePage();
    return rows.finish();
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
