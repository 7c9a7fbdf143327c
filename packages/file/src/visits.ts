/**
 * The entry point `@marquetry/file/visits`, which opens the pages of a flat column one after the other, and passes each
 * page to a function that reads its values. Filters use it to test values where they are decoded, instead of first
 * copying all values to a batch.
 *
 *   stored page ── checksum, decompress ──> opened page ──> visit: decode a block, test it, keep matching rows
 *                                           work memory <──┘
 *
 * Only filters import this module, so it is not part of programs without filters.
 */

import type { SequencedPage } from '@marquetry/column';
import {
  type Codec,
  type ColumnKernels,
  isTurnDue,
  ParquetError,
  PhysicalType,
  runSteps,
  runStepsInTurns,
  type Steps,
  yieldToEventLoop,
} from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataPageInfo } from '@marquetry/page';
import { type BatchMemory, createBatchMemory } from './batch-memory.js';
import { poolFor, windowOf } from './batches.js';
import type { ChunkLocation } from './chunk.js';
import { createPageCursor } from './chunk-cursor.js';
import { type FileContext, prepareCodec } from './context.js';
import { keepClasses, sampleChunk } from './kept-classes.js';
import { createMemoryBudget, type MemoryBudget } from './memory-budget.js';
import type { PageCursor, PageFilter } from './page-cursor.js';
import { pageWork, unlookedWork } from './page-supply.js';
import { heldBeside, type ReadShare } from './read-share.js';
import type { RowGroupRange } from './row-range.js';
import { hasRow } from './row-ranges.js';
import { VisitMemory } from './visit-memory.js';
import { runWaiting } from './waits.js';

export type { FileContext } from './context.js';
export { workBytes } from './visit-memory.js';

/** An opened page of a column that is not repeated, and the memory to decode its values into. */
export interface VisitedPage extends SequencedPage {
  /** The row of the page's first slot, counted within the row group. */
  readonly firstRow: number;
  /**
   * Returns a 16-byte aligned array of `workBytes` bytes, which is not zero-filled. The file's kernels can access it
   * without copying. Use it only until the next call of `work`, or the next step of a visit.
   */
  work(): Uint8Array;
}

/**
 * A function that reads the values of a page, either before it returns, or in the steps that it returns. Each step
 * should take about a millisecond. The function must not keep the page or its values.
 */
export type VisitPage = (visited: VisitedPage) => Steps<void> | undefined;

/** Options for {@link openVisits}. */
export interface VisitOptions {
  /** The rows to visit. Pages without any of these rows are not opened. */
  readonly range: RowGroupRange;
  /**
   * The memory of other reads that run at the same time, which leaves less of `limits.memoryBytes` for the visits.
   */
  readonly beside: readonly ReadShare[];
  /** The object in which the visits record how many bytes they use between two calls of {@link PageVisits.advance}. */
  readonly share: ReadShare;
  readonly memory: BatchMemory;
  readonly signal: AbortSignal | undefined;
}

/** Visits the pages of one column chunk. */
export interface PageVisits {
  /**
   * Visits the next pages, until they have `rows` rows or more. Returns false if there are no more pages.
   * @throws ParquetError for invalid pages; LIMIT if a page does not fit in memory; the reason of the signal.
   */
  advance(rows: number, visit: VisitPage): Promise<boolean>;
}

/**
 * Prepares to visit the pages of a column that is not repeated.
 * @throws ParquetError UNSUPPORTED if the codec is not registered.
 */
export async function openVisits(
  context: FileContext,
  location: ChunkLocation,
  options: VisitOptions,
): Promise<PageVisits> {
  keepClasses(context.kernels);
  if (kept.length === 0) kept.push(sampleVisits(context.kernels));
  const visits = visitsOf(context, location, await prepareCodec(context, location), options);
  await visits.locate();
  return visits;
}

/** Objects that are never used. They stay alive so that V8 does not drop the compiled code of their classes. */
const kept: unknown[] = [];

function sampleVisits(kernels: ColumnKernels): ChunkVisits {
  const { context, location, range } = sampleChunk(PhysicalType.INT32, kernels);
  const memory = createBatchMemory({ mostBytes: 0 });
  const options = { range, beside: [], share: { heldBytes: 0 }, memory, signal: undefined };
  return visitsOf(context, location, undefined, options);
}

function visitsOf(
  context: FileContext,
  location: ChunkLocation,
  codec: Codec | undefined,
  options: VisitOptions,
): ChunkVisits {
  const { beside, memory, range, signal } = options;
  const budget = createMemoryBudget(context, 1, heldBeside(beside));
  const pool = new VisitMemory(location.metaData, context.kernels, poolFor(context.limits, memory));
  const windowBytes = windowOf(1, Number.POSITIVE_INFINITY, range, budget);
  const cursor = createPageCursor(
    context,
    location,
    { codec, budget, scratch: pool, range, signal, windowBytes },
    budget.open(),
  );
  return new ChunkVisits(cursor, location, budget, pool, options);
}

class ChunkVisits implements PageVisits, PageFilter {
  declare private readonly cursor: PageCursor;
  declare private readonly location: ChunkLocation;
  declare private readonly budget: MemoryBudget;
  declare private readonly memory: VisitMemory;
  declare private readonly options: VisitOptions;
  /** The first row of the next page. */
  private row = 0;

  constructor(
    cursor: PageCursor,
    location: ChunkLocation,
    budget: MemoryBudget,
    memory: VisitMemory,
    options: VisitOptions,
  ) {
    this.cursor = cursor;
    this.location = location;
    this.budget = budget;
    this.memory = memory;
    this.options = options;
  }

  /** Reads the offset index if that may avoid reading pages. */
  async locate(): Promise<void> {
    if (this.cursor.mayJump()) await runWaiting(this.cursor.locate());
  }

  async advance(rows: number, visit: VisitPage): Promise<boolean> {
    const { budget, options } = this;
    const isMore = await this.visitRows(rows, visit);
    options.share.heldBytes = budget.totalBytes - budget.freeBytes;
    return isMore;
  }

  passes(header: PageHeader): boolean {
    const { range } = this.options;
    const slotCount = dataPageInfo(header)?.slotCount ?? 0;
    if (hasRow(range, this.row, this.row + slotCount)) return false;
    this.row += slotCount;
    return true;
  }

  private async visitRows(rows: number, visit: VisitPage): Promise<boolean> {
    const { cursor, memory, options } = this;
    const { range, signal } = options;
    const until = this.row + rows;
    let work = unlookedWork;
    while (this.row < until) {
      if (work >= unlookedWork) {
        while (isTurnDue()) await yieldToEventLoop(signal);
        work = 0;
      }
      if (cursor.isAtLocated()) this.row += cursor.jump();
      // If the last row is requested, the chunk is read completely, so that extra rows are detected.
      if (this.row >= range.to && range.to < this.location.rowCount) return false;
      work += pageWork;
      const found = cursor.step(this);
      if (found === 'end') return this.end();
      if (found === 'bytes') await cursor.fetch();
      if (typeof found === 'string') continue;
      const { dictionary, page } = found;
      work += page.header.uncompressedPageSize + page.slotCount;
      const steps = visit({ page, dictionary, firstRow: this.row, work: memory.work });
      // All reads share the memory of the kernels, so no other read may run while a page is in it.
      if (steps !== undefined) {
        if (memory.isLent) runSteps(steps);
        else await runStepsInTurns(steps, signal);
      }
      this.row += page.slotCount;
      cursor.releasePage();
    }
    return true;
  }

  /** Checks, after the last page, that no requested row is missing. Returns false, because there are no more pages. */
  private end(): boolean {
    const { location, options, row } = this;
    if (row < options.range.to) {
      const what = `the row group has ${location.rowCount} rows, but the pages have ${row}`;
      throw new ParquetError('CORRUPT', what, location.at);
    }
    if (row >= location.rowCount) this.cursor.end();
    return false;
  }
}
