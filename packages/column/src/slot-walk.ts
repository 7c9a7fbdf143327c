/** The interface of an object that goes through the pages of a chunk and finds the slots of selected rows. */
import type { DataPage } from '@marquetry/page';
import type { KeptSlots } from './kept-slots.js';

/** Goes through the pages of a chunk and finds the slots of selected rows, one range of slots per call to `walk`. */
export interface SlotWalk {
  /**
   * The slots that the last call to {@link walk} found: the `slotCount` slots of `[from, to)` that `kept` selects, or
   * all slots of `[from, to)` if `kept` is undefined.
   */
  readonly from: number;
  readonly to: number;
  readonly kept: KeptSlots | undefined;
  readonly slotCount: number;
  /** Number of rows that start in the slots to read. */
  readonly rows: number;
  /** Number of rows that start in the slots to skip. */
  readonly passed: number;
  /** The slot after the last slot that was examined. */
  readonly end: number;
  /** True if the next slot is known not to belong to the last row that was read. */
  readonly isInGap: boolean;
  /**
   * Moves to the start of row `row`. `isOpenEnded` must be true if the last run (range of selected rows) extends to the
   * end of the chunk.
   */
  start(row: number, isOpenEnded: boolean): void;
  /**
   * Examines the slots of a page, starting at slot `from`. Stops when `mostRows` selected rows have started, when it
   * has found `mostSlots` slots to read, or at the end of the page. The position changes only when {@link commit} is
   * called.
   */
  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void;
  /** Moves the position to the end of the slots that {@link walk} examined. */
  commit(): void;
  /**
   * If none of the next `count` rows is selected, skips them and returns true. Otherwise returns false and changes
   * nothing.
   */
  pass(count: number): boolean;
}
