/**
 * A cursor over the data pages of a chunk. It skips pages, jumps to pages listed in the offset index, and can be parked
 * to free memory.
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

/** A position before a page, with everything that a cursor needs to return to it. */
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
  /** The rows of the row group to read. */
  readonly range: RowGroupRange;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of bytes per request, as in `PageStreamOptions.windowBytes`. */
  readonly windowBytes: number | undefined;
}

/**
 * The result of a step: an opened data page, or
 * - `passed`: the page was not a data page, or was not needed;
 * - `bytes`: the bytes of the next page must be fetched first, or its encoding prepared;
 * - `end`: no more pages.
 */
export type CursorStep = SequencedPage | 'passed' | 'bytes' | 'end';

/** Decides which pages to skip. Row readers implement it. */
export interface PageFilter {
  passes(header: PageHeader): boolean;
}

export interface PageCursor {
  /** Returns the position before the next page. */
  position(): CursorPosition;
  /** True if the dictionary is in memory. */
  hasDictionary(): boolean;
  /** Returns the position before the dictionary page; `undefined` until the page is found. */
  dictionaryPosition(): CursorPosition | undefined;
  /** Returns the position before the data page that {@link step} returned last. */
  pagePosition(): CursorPosition;
  /** Advances by one page. Does not open a data page that `filter` skips. */
  step(filter: PageFilter): CursorStep;
  /** Frees the memory of the data page that {@link step} returned last: nothing may read it afterwards. */
  releasePage(): void;
  /** Fetches the bytes, or prepares the encoding, that {@link step} needs. Call it after `step` returned `bytes`. */
  fetch(): Promise<void>;
  /** True if reading the offset index may avoid reading pages. */
  mayJump(): boolean;
  /** Reads the offset index if the chunk has one and the budget has room for it. */
  locate(): Waiting<void>;
  /** True if the offset index was read. */
  isLocated(): boolean;
  /** True if the offset index lists the next page, which then starts with a new row. */
  isAtLocated(): boolean;
  /**
   * Jumps to the next page with rows of the range, if {@link isAtLocated} returns true. Returns the number of rows that were jumped over.
   */
  jump(): number;
  /** Drops the bytes that were read ahead, and the dictionary. */
  park(alsoDictionary: boolean): void;
  /** Returns to a position after {@link park}, and reads the dictionary again if it was dropped. */
  resume(position: CursorPosition): Waiting<void>;
  /**
   * Checks that all slots of the chunk were found.
   * @throws ParquetError CORRUPT if the pages end before the chunk's last slot.
   */
  end(): void;
}
