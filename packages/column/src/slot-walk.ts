/** A walk through the pages of a chunk that finds the slots of selected rows, one range of slots at a time. */
import type { DataPage } from '@marquetry/page';
import type { KeptSlots } from './kept-slots.js';

/** Finds the slots of selected rows, page after page. */
export interface SlotWalk {
  /** The result of the last {@link walk}: read the `slotCount` slots of `[from, to)` that are in `kept`, or all of them if
   * `kept` is undefined. */
  readonly from: number;
  readonly to: number;
  readonly kept: KeptSlots | undefined;
  readonly slotCount: number;
  /** Number of rows that start in the slots to read. `passed` is the number of rows that start in the slots to skip. */
  readonly rows: number;
  readonly passed: number;
  /** The slot after the last one that was examined. */
  readonly end: number;
  /** True if the next slot cannot continue a row that was read. */
  readonly isInGap: boolean;
  /** Moves the walk before row `row`. `isOpenEnded` is true if the last run extends to the end of the chunk. */
  start(row: number, isOpenEnded: boolean): void;
  /**
   * Examines slots of a page from `from` on, until `mostRows` selected rows have started, there are `mostSlots` slots to read, or
   * the page ends. The position of the walk changes only with {@link commit}.
   */
  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void;
  /** Moves the walk after the slots that {@link walk} examined. */
  commit(): void;
  /** Skips the next `count` rows if none of them is selected. Otherwise returns false and changes nothing. */
  pass(count: number): boolean;
}
