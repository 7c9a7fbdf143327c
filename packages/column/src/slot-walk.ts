/**
 * A walk through the pages of a chunk, a stretch of one page at a time, that finds the slots of selected rows.
 */
import type { DataPage } from '@marquetry/page';
import type { KeptSlots } from './kept-slots.js';

/** Finds the slots of selected rows, page after page. */
export interface SlotWalk {
  /** The result of the last {@link walk}: take `slotCount` slots of `[from, to)`, those in `kept`, or all if it is undefined. */
  readonly from: number;
  readonly to: number;
  readonly kept: KeptSlots | undefined;
  readonly slotCount: number;
  /** Rows that start in the slots to take. `passed`: rows that start in the slots to skip. */
  readonly rows: number;
  readonly passed: number;
  /** The slot after the last one that was examined. */
  readonly end: number;
  /** True if the next slot cannot continue a row that was taken. */
  readonly isInGap: boolean;
  /** Moves the walk before row `row`. `isOpenEnded`: the last run extends to the end of the chunk. */
  start(row: number, isOpenEnded: boolean): void;
  /**
   * Examines slots of a page from `from` on, until `mostRows` selected rows have started, `mostSlots` slots are to be taken,
   * or the page ends. The position of the walk changes only with {@link commit}.
   */
  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void;
  /** Moves the walk after the slots that {@link walk} examined. */
  commit(): void;
  /** Skips the next `count` rows if none of them is selected; else returns false and changes nothing. */
  pass(count: number): boolean;
}
