/**
 * A cursor over the data pages of a chunk. It skips pages, jumps by the offset index, and can be parked.
 *
 *   parked   only a position is left: page, window and, on request, the dictionary were dropped
 *   resume   the dictionary page is read again if it was dropped, then the page at the position
 */
import type { SequencedPage } from '@marquetry/column';
import type { Codec } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { MemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import type { ScratchPool } from './scratch.js';
import type { Waiting } from './waits.js';

/** A position before a page, with all that a cursor needs to return to it. */
export interface CursorPosition {
  /** File offset of the page's header. */
  readonly offset: number;
  readonly pageCount: number;
  readonly slotsSeen: number;
  /** False if `slotsSeen` is only a lower bound, because pages of a repeated column were jumped over. */
  readonly isExact: boolean;
  /** Ordinal of the page in the offset index, if that was used. */
  readonly located: number;
}

export interface PageCursorOptions {
  readonly codec: Codec | undefined;
  readonly budget: MemoryBudget;
  /** Provides the memory of pages. */
  readonly scratch: ScratchPool;
  /** The rows that will be requested. */
  readonly range: RowGroupRange;
  readonly signal: AbortSignal | undefined;
  /** See `PageStreamOptions.windowBytes`. */
  readonly windowBytes: number | undefined;
}

/**
 * The result of a step: an opened data page, or
 * - `passed`: the page was not a data page, or was not needed;
 * - `bytes`: the bytes of the next page must be fetched first, or its encoding prepared;
 * - `end`: no more pages.
 */
export type CursorStep = SequencedPage | 'passed' | 'bytes' | 'end';

/** Decides which pages are not needed. Row readers implement it. */
export interface PageFilter {
  passes(header: PageHeader): boolean;
}

export interface PageCursor {
  /** Returns the position before the next page. */
  position(): CursorPosition;
  /** True if the dictionary is in memory. */
  hasDictionary(): boolean;
  /** Returns the position before the dictionary page, once it was found. */
  dictionaryPosition(): CursorPosition | undefined;
  /** Returns the position before the data page that {@link step} returned last. */
  pagePosition(): CursorPosition;
  /** Advances by one page. Skips a data page that `filter` does not need. */
  step(filter: PageFilter): CursorStep;
  /** Frees the memory of the data page that {@link step} returned last: nothing may read it afterwards. */
  releasePage(): void;
  /** Fetches the bytes that {@link step} needs, or prepares the encoding. */
  fetch(): Promise<void>;
  /** True if reading the offset index may save reading pages. */
  mayJump(): boolean;
  /** Reads the offset index if the chunk has one and the budget has room for it. */
  locate(): Waiting<void>;
  /** True if the offset index was read. */
  isLocated(): boolean;
  /** True if the offset index lists the next page, which then starts with a new row. */
  isAtLocated(): boolean;
  /**
   * If {@link isAtLocated}, jumps to the next page that holds rows of the range. Returns the number of rows before that
   * page.
   */
  jump(): number;
  /** Drops the bytes that were read ahead, and the dictionary. */
  park(alsoDictionary: boolean): void;
  /** Returns to a position after {@link park}, with the dictionary that was there. */
  resume(position: CursorPosition): Waiting<void>;
  /** @throws ParquetError CORRUPT if the pages end before the chunk's last slot. */
  end(): void;
}
