/**
 * Reads one column chunk, rows at a time, within the memory that its account has.
 */
import { type ColumnPiece, createRowReader, type RequestMemory, type RowStep } from '@marquetry/column';
import { type Codec, isTurnDue, ParquetError, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import { type CursorPosition, createPageCursor } from './page-cursor.js';

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
  readonly rowsDone: number;
  /**
   * Passes over rows at the start of the chunk, reading as little as the page headers and indexes allow. Of the rest,
   * rows up to `end` will be asked for.
   */
  skipRows(count: number, end: number): Promise<void>;
  /**
   * The next `count` rows, or fewer, but at least one, if they take more than `targetBytes`.
   * @throws ParquetError CORRUPT when the chunk has fewer; LIMIT, with `account.refusal`, when the budget has no room: the
   *   reader is then parked, and the call can be repeated.
   */
  readRows(count: number, targetBytes: number): Promise<readonly ColumnPiece[]>;
  /** Drops page and window, and the dictionary: they are read again when their next rows are asked for. */
  park(alsoDictionary: boolean): void;
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

/** A reader before the first row of a chunk. */
export function createChunkReader(
  context: FileContext,
  location: ChunkLocation,
  options: ChunkReaderOptions,
): ChunkReader {
  const { limits, kernels } = context;
  const { leaf, metaData, rowCount, at } = location;
  const { spaced, flat, budget, account, signal } = options;
  const slotCount = metaData.numValues;
  const cursor = createPageCursor(context, location, options);
  const rows = createRowReader({ column: leaf, kernels, limits, spaced, flat });
  let rowsDone = 0;
  let mostBytes = 0;
  /** Set while the reader is parked. */
  let parked: RequestStart | undefined;

  const startOfRequest = (): RequestStart => {
    if (parked !== undefined) return parked;
    const { slot } = rows;
    return slot === undefined ? { page: cursor.position, slot: 0 } : { page: cursor.pagePosition, slot };
  };
  const parkAt = (start: RequestStart, alsoDictionary: boolean): void => {
    parked = start;
    rows.reset();
    cursor.park(alsoDictionary);
    account.hold('request', 0);
  };
  const unpark = async (): Promise<void> => {
    if (parked === undefined) return;
    const { page, slot } = parked;
    await cursor.resume(page);
    if (slot > 0) {
      const opened = await cursor.next(() => false);
      if (opened !== undefined) rows.supply(opened, slot);
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
  const run = async (): Promise<void> => {
    for (let step = stepped(); step !== 'served'; step = stepped()) {
      account.hold('request', rows.byteLength);
      if (step === 'full') throw withPlace(refusalOf(), at);
      while (isTurnDue()) await yieldToEventLoop(signal);
      if (step === 'more') continue;
      account.hold('page', 0);
      const page = await cursor.next((header) => rows.passes(header));
      if (page === undefined) return;
      rows.supply(page);
    }
  };

  const serve = async (count: number, targetBytes: number | undefined): Promise<readonly ColumnPiece[]> => {
    const last = rowsDone + count >= rowCount;
    mostBytes = wholeSteps(budget.freeBytes);
    const memory: RequestMemory | undefined = targetBytes === undefined ? undefined : { targetBytes, mostBytes };
    const expectedSlots = rowCount === 0 ? 0 : Math.ceil((slotCount * count) / rowCount);
    // The last request takes all that is left, so that surplus rows show.
    rows.begin(last ? Number.POSITIVE_INFINITY : count, { skip: memory === undefined, expectedSlots, memory });
    await run();
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

  const attempt = async <T>(action: () => Promise<T>): Promise<T> => {
    const start = startOfRequest();
    const rowsBefore = rowsDone;
    // The queue may refer to a dictionary of earlier requests.
    const hadDictionary = cursor.hasDictionary;
    try {
      await unpark();
      return await action();
    } catch (error) {
      if (account.refusal !== undefined) {
        rowsDone = rowsBefore;
        parkAt(start, !hadDictionary);
      }
      throw withPlace(error, at);
    }
  };

  return {
    get rowsDone(): number {
      return rowsDone;
    },
    skipRows: async (count, end) => {
      if (rowsDone >= count) return;
      await attempt(async () => {
        if (rowsDone === 0) rowsDone = (await cursor.seek(count, end)) ?? 0;
        if (rowsDone < count) await serve(count - rowsDone, undefined);
      });
    },
    readRows: (count, targetBytes) => attempt(() => serve(count, targetBytes)),
    park: (alsoDictionary) => {
      parkAt(startOfRequest(), alsoDictionary);
    },
  };
}
