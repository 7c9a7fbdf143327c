/**
 * Reads one column chunk, rows at a time, within the memory that its account has.
 */
import { type ColumnPiece, createRowReader, type RequestMemory, type RowStep } from '@marquetry/column';
import { type Codec, isTurnDue, ParquetError, PhysicalType, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import { type CursorPosition, createPageCursor } from './page-cursor.js';
import type { Waiting } from './waits.js';

export interface ChunkReaderOptions {
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly flat: boolean;
  readonly budget: MemoryBudget;
  readonly account: MemoryAccount;
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
  const { limits, kernels } = context;
  const { leaf, metaData, rowCount, at } = location;
  const { spaced, flat, budget, account, signal } = options;
  const slotCount = metaData.numValues;
  const leastSlotBytes = leaf.type === PhysicalType.BOOLEAN ? 1 / 8 : 4;
  const cursor = createPageCursor(context, location, options, place?.dictionary);
  const rows = createRowReader({ column: leaf, kernels, limits, spaced, flat });
  let rowsDone = place?.rowsDone ?? 0;
  let mostBytes = 0;
  /** Work since the clock was last looked at, in bytes and slots. */
  let work = 0;
  const passes = (header: PageHeader): boolean => rows.passes(header);
  /** Set while the reader is parked. */
  let parked: RequestStart | undefined = place?.start;

  const startOfRequest = (): RequestStart => {
    if (parked !== undefined) return parked;
    const { slot } = rows;
    return slot === undefined ? { page: cursor.position(), slot: 0 } : { page: cursor.pagePosition(), slot };
  };
  const parkAt = (start: RequestStart, alsoDictionary: boolean): void => {
    parked = start;
    rows.reset();
    cursor.park(alsoDictionary);
    account.hold('request', 0);
  };
  const unpark = function* (): Waiting<void> {
    if (parked === undefined) return;
    const { page, slot } = parked;
    yield* cursor.resume(page);
    while (slot > 0 && rows.slot === undefined) {
      const found = cursor.step(() => false);
      if (found === 'bytes') yield cursor.fetch();
      else if (typeof found === 'object') rows.supply(found, slot);
    }
    parked = undefined;
  };

  const stepped = (): RowStep => {
    try {
      return rows.step();
    } catch (error) {
      throw withPlace(error, at);
    }
  };
  /** Which limit the next slot does not fit. */
  const refusalOf = (): ParquetError => {
    const { refusal, byteLength } = rows;
    if (refusal !== undefined && limits.decodedBytes <= mostBytes) return refusal;
    return account.refuse(`a row of more than ${byteLength} bytes`);
  };
  /** Reads until the request is served, or the chunk has no more pages. */
  const run = function* (): Waiting<void> {
    for (let step = stepped(); step !== 'served'; step = stepped()) {
      account.hold('request', rows.byteLength);
      if (step === 'full') throw withPlace(refusalOf(), at);
      if (step === 'more' || work >= unlookedWork) {
        work = 0;
        while (isTurnDue()) yield yieldToEventLoop(signal);
      }
      if (step === 'more') continue;
      account.hold('page', 0);
      work += pageWork;
      const found = cursor.step(passes);
      if (found === 'end') return;
      if (found === 'bytes') yield cursor.fetch();
      else if (found !== 'passed') {
        work += found.page.header.uncompressedPageSize + found.page.slotCount;
        rows.supply(found);
      }
    }
  };

  const serve = function* (count: number, targetBytes: number | undefined): Waiting<readonly ColumnPiece[]> {
    const last = rowsDone + count >= rowCount;
    mostBytes = wholeSteps(budget.freeBytes);
    const memory: RequestMemory | undefined = targetBytes === undefined ? undefined : { targetBytes, mostBytes };
    const allSlots = rowCount === 0 ? 0 : Math.ceil((slotCount * count) / rowCount);
    // A request that its memory will end needs no room for all.
    const expectedSlots = Math.min(allSlots, Math.ceil((memory?.targetBytes ?? 0) / leastSlotBytes));
    // The last request takes all that is left, so that surplus rows show.
    rows.begin(last ? Number.POSITIVE_INFINITY : count, { skip: memory === undefined, expectedSlots, memory });
    yield* run();
    account.hold('request', rows.byteLength);
    const isSurplus = last && rows.rows >= count && rows.slot !== undefined;
    if (isSurplus || (rows.isCut ? rows.rows > count : rows.rows !== count)) {
      const found = `${rowsDone + rows.rows}${last ? '' : ' or fewer'}`;
      throw new ParquetError('CORRUPT', `the pages hold ${found} rows, the row group has ${rowCount}`, at);
    }
    rowsDone += rows.rows;
    if (rowsDone >= rowCount) cursor.end();
    if (rows.slot === undefined) account.hold('page', 0);
    return rows.finish();
  };

  const attempt = function* <T>(action: () => Waiting<T>): Waiting<T> {
    const start = startOfRequest();
    const rowsBefore = rowsDone;
    // The queue may refer to a dictionary of earlier requests.
    const hadDictionary = cursor.hasDictionary();
    try {
      yield* unpark();
      return yield* action();
    } catch (error) {
      if (account.refusal !== undefined) {
        rowsDone = rowsBefore;
        parkAt(start, !hadDictionary);
      }
      throw withPlace(error, at);
    }
  };

  return {
    rowsDone: () => rowsDone,
    *skipRows(count, end) {
      if (rowsDone >= count) return;
      yield* attempt(function* () {
        if (rowsDone === 0) rowsDone = (yield* cursor.seek(count, end)) ?? 0;
        if (rowsDone < count) yield* serve(count - rowsDone, undefined);
      });
    },
    readRows: (count, targetBytes) => attempt(() => serve(count, targetBytes)),
    park: (alsoDictionary) => {
      parkAt(startOfRequest(), alsoDictionary);
    },
    leave: () => {
      const start = startOfRequest();
      parkAt(start, true);
      account.hold('index', 0);
      return { rowsDone, start, dictionary: cursor.dictionaryPosition() };
    },
  };
}
