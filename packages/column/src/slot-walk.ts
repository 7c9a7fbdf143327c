/**
 * A walk through the pages of a chunk, a stretch of one page at a time, that finds the slots of selected rows.
 */
import type { DataPage } from '@marquetry/page';
import type { KeptSlots } from './kept-slots.js';

/** Walks through the slots of pages, and finds those of selected rows. */
export interface SlotWalk {
  /** What the last {@link walk} found: slots `[from, to)` of which `slotCount` are to be taken; all of them without `kept`. */
  readonly from: number;
  readonly to: number;
  readonly kept: KeptSlots | undefined;
  readonly slotCount: number;
  /** Rows that started in the slots to take, and in those to pass over. */
  readonly rows: number;
  readonly passed: number;
  /** The slot after the last that was looked at. */
  readonly end: number;
  /** True where no row that was taken goes on. */
  readonly isInGap: boolean;
  /** Stands before row `row`. `isOpenEnded`: the last run has all rows that come. */
  start(row: number, isOpenEnded: boolean): void;
  /**
   * Looks at slots of a page from `from` on: until `mostRows` selected rows have started, `mostSlots` slots are to be taken,
   * or the page ends. The walk advances with {@link commit}.
   */
  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void;
  /** Goes on after what {@link walk} found. */
  commit(): void;
  /** Passes over `count` rows that start now, if none of them is selected; else false. */
  pass(count: number): boolean;
}
