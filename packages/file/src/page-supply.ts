/** Passes the pages of a chunk to a row reader until it has read the requested rows. */
import type { RowReader, RowStep } from '@marquetry/column';
import { isTurnDue, type Limits, type ParquetError, withPlace, yieldToEventLoop } from '@marquetry/core';
import type { ChunkLocation } from './chunk.js';
import type { MemoryAccount } from './memory-budget.js';
import type { PageCursor } from './page-cursor.js';

/**
 * Number of bytes and slots to process between two checks of the clock. Processing them takes tens of microseconds; a
 * check takes as long as reading a small page.
 */
export const unlookedWork: number = 2 ** 16;
/** Fixed cost of opening a page, added to the count of processed bytes and slots for each page. */
export const pageWork: number = 2 ** 11;

/** If the requested rows take more bytes than this, the reader is probably inside a long row. */
const longRowBytes = 2 ** 22;

export class PageSupply {
  declare private readonly rows: RowReader;
  declare private readonly cursor: PageCursor;
  declare private readonly location: ChunkLocation;
  declare private readonly limits: Limits;
  declare private readonly account: MemoryAccount;
  private readonly signal: AbortSignal | undefined;
  private mostBytes = 0;
  /** True once the slots that the current page adds to an unfinished row are known to fit in memory. */
  private isLongRowChecked = false;
  /** Number of bytes and slots that were processed since the last check of the clock. */
  private work = 0;

  constructor(
    rows: RowReader,
    cursor: PageCursor,
    location: ChunkLocation,
    limits: Limits,
    account: MemoryAccount,
    signal: AbortSignal | undefined,
  ) {
    this.rows = rows;
    this.cursor = cursor;
    this.location = location;
    this.limits = limits;
    this.account = account;
    this.signal = signal;
  }

  /** Starts the request that was set in the row reader. Its rows may take at most `mostBytes` bytes. */
  start(mostBytes: number): void {
    this.mostBytes = mostBytes;
  }

  /**
   * Continues reading. Returns a promise to await before the next call, or undefined if the request is complete or
   * there are no more pages in the chunk.
   * @throws ParquetError LIMIT for a row that does not fit in memory; `account.refusal` is then set if the row exceeds
   * the memory budget. Other codes for invalid pages.
   */
  advance(): PromiseLike<void> | undefined {
    const { account, cursor, rows } = this;
    for (;;) {
      if (this.work >= unlookedWork) {
        if (isTurnDue()) return yieldToEventLoop(this.signal);
        this.work = 0;
      }
      const step = this.step();
      if (step === 'served') return undefined;
      account.hold('request', rows.byteLength);
      if (step === 'full') throw withPlace(this.refusal(), this.location.at);
      if (step === 'more') {
        this.work = unlookedWork;
        if (!this.isLongRowChecked && rows.byteLength >= longRowBytes) this.checkLongRow();
        continue;
      }
      cursor.releasePage();
      if (cursor.isAtLocated()) {
        if (rows.endRow()) return undefined;
        rows.passRows(cursor.jump());
      }
      this.work += pageWork;
      const found = cursor.step(rows);
      if (found === 'end') return undefined;
      if (found === 'bytes') return cursor.fetch();
      if (found === 'passed') continue;
      this.work += found.page.header.uncompressedPageSize + found.page.slotCount;
      rows.supply(found);
      this.isLongRowChecked = false;
    }
  }

  /**
   * Throws LIMIT if the slots that the current page adds to a row do not fit in memory, before any of them is stored.
   */
  private checkLongRow(): void {
    const { account, rows } = this;
    this.isLongRowChecked = true;
    const byteLength = rows.leastByteLength;
    if (account.hasRoom('request', byteLength)) return;
    throw withPlace(account.refuse(`a row of ${byteLength} bytes or more`), this.location.at);
  }

  private step(): RowStep {
    try {
      return this.rows.step();
    } catch (error) {
      throw withPlace(error, this.location.at);
    }
  }

  /** Returns the LIMIT error for a slot that would exceed the memory budget. */
  private refusal(): ParquetError {
    const { refusal, byteLength } = this.rows;
    if (refusal !== undefined && this.limits.decodedBytes <= this.mostBytes) return refusal;
    return this.account.refuse(`a row of more than ${byteLength} bytes`);
  }
}
