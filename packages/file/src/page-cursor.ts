/**
 * A cursor over the data pages of a chunk. It skips pages, jumps to pages listed in the offset index, and can be parked
 * to free memory.
 *
 *   parked   keeps its position, and frees the current page, the bytes read ahead and, on request, the dictionary
 *   resumed  reads the dictionary page again if the dictionary was freed, and then the page at the position
 */
import type { SequencedPage } from '@marquetry/column';
import type { Codec } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import type { MemoryBudget } from './memory-budget.js';
import type { RowGroupRange } from './row-range.js';
import type { ScratchPool } from './scratch.js';
import type { Waiting } from './waits.js';

/** The position of a page, with the state that a cursor needs to return to it. */
export interface CursorPosition {
  /** File offset of the page's header. */
  readonly offset: number;
  readonly pageCount: number;
  readonly slotsSeen: number;
  /** False if `slotsSeen` is only a lower bound, because pages of a repeated column were skipped. */
  readonly isExact: boolean;
  /** Ordinal of the page in the offset index; 0 if the index was not read. */
  readonly located: number;
}

export interface PageCursorOptions {
  readonly codec: Codec | undefined;
  readonly budget: MemoryBudget;
  /** The memory that pages are decompressed into. */
  readonly scratch: ScratchPool;
  /** The rows of the row group to read. */
  readonly range: RowGroupRange;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of bytes per request, as in `PageStreamOptions.windowBytes`. */
  readonly windowBytes: number | undefined;
}

/**
 * The result of a step: an opened data page, or one of the following:
 * - `passed`: the cursor moved past a page that is not a data page or is not needed;
 * - `bytes`: the bytes of the next page must be fetched first, or its encoding prepared;
 * - `end`: there are no more pages in the chunk.
 */
export type CursorStep = SequencedPage | 'passed' | 'bytes' | 'end';

/** Determines which pages to skip. Row readers implement this interface. */
export interface PageFilter {
  passes(header: PageHeader): boolean;
}

export interface PageCursor {
  /** Returns the position of the next page. */
  position(): CursorPosition;
  /** True if the dictionary is in memory. */
  hasDictionary(): boolean;
  /** Returns the position of the dictionary page; `undefined` until the cursor has found the page. */
  dictionaryPosition(): CursorPosition | undefined;
  /** Returns the position of the data page that {@link step} returned last. */
  pagePosition(): CursorPosition;
  /** Advances by one page. Skips a data page without opening it if `filter` skips it. */
  step(filter: PageFilter): CursorStep;
  /** Frees the memory of the data page that {@link step} returned last. The page must not be used afterwards. */
  releasePage(): void;
  /** Fetches the bytes or prepares the encoding that {@link step} needs. Call it after `step` has returned `bytes`. */
  fetch(): Promise<void>;
  /** True if the offset index could make it unnecessary to read some pages. */
  mayJump(): boolean;
  /** Reads the offset index if the chunk has one and it fits in the memory budget. */
  locate(): Waiting<void>;
  /** True if the offset index was read. */
  isLocated(): boolean;
  /** True if the offset index lists the next page, and the page therefore starts with a new row. */
  isAtLocated(): boolean;
  /**
   * Jumps to the next page with a selected row, and returns the number of rows jumped over. Call it only if
   * {@link isAtLocated} returns true.
   */
  jump(): number;
  /**
   * Frees the current page and the bytes that were read ahead. Also frees the dictionary if `alsoDictionary` is true.
   */
  park(alsoDictionary: boolean): void;
  /** Returns to a position after {@link park}, and reads the dictionary again if it was freed. */
  resume(position: CursorPosition): Waiting<void>;
  /**
   * Checks that all slots of the chunk were found.
   * @throws ParquetError CORRUPT if the pages end before the chunk's last slot.
   */
  end(): void;
}
