/**
 * Finds the slots of a page that belong to runs (ranges) of selected rows. Slots between the runs are skipped.
 *
 *   runs     [2, 4)  [7, 8)
 *   rows     0 1 2 3 4 5 6 7 8
 *   selected     x x       x
 *
 * The current position is always in a run or in a gap between runs; `left` is the number of rows in it that have not
 * started yet. All slots of a row, even those in the next page, belong to the run or gap of the row's first slot.
 */
import type { DataPage } from '@marquetry/page';
import { KeptRanges, type KeptSlots } from './kept-slots.js';
import { firstAbove, type RowRuns } from './row-runs.js';
import { repeatedStretch, startsRow } from './row-stretches.js';
import type { SlotWalk } from './slot-walk.js';

/** Maximum number of slot ranges that one call to `walk` finds. Finding them takes a few tenths of a millisecond. */
const mostRanges = 2 ** 12;

/** Goes through the pages of a chunk and finds the slots of selected rows, which are given as runs (ranges of rows). */
export class RunWalk implements SlotWalk {
  slotCount = 0;
  rows = 0;
  passed = 0;
  end = 0;
  /** The bounds of the slot ranges that the last call to {@link walk} found. */
  private bounds: Int32Array = new Int32Array(64);
  private count = 0;
  declare private readonly isRepeated: boolean;
  declare private readonly runs: RowRuns;
  private isOpenEnded = false;
  /** The index in `runs` at which the current run or gap ends: odd in a run, even in a gap. */
  private next = 0;
  private left = 0;
  private nextAfter = 0;
  private leftAfter = 0;

  constructor(runs: RowRuns, isRepeated: boolean) {
    this.runs = runs;
    this.isRepeated = isRepeated;
  }

  start(row: number, isOpenEnded: boolean): void {
    const { runs } = this;
    this.isOpenEnded = isOpenEnded;
    this.next = firstAbove(runs, row);
    const whole = this.lengthOf(this.next);
    this.left = Number.isFinite(whole) ? (runs[this.next] as number) - row : whole;
  }

  /** The first slot of the first range that was found. */
  get from(): number {
    return this.bounds[0] as number;
  }

  /** The slot after the last range that was found. */
  get to(): number {
    return this.bounds[2 * this.count - 1] as number;
  }

  /** The ranges of slots to read within `[from, to)`; undefined if all slots of `[from, to)` are read. */
  get kept(): KeptSlots | undefined {
    const { bounds, count, slotCount } = this;
    return count > 1 ? new KeptRanges({ bounds, count }, slotCount) : undefined;
  }

  get isInGap(): boolean {
    return (this.next & 1) === 0;
  }

  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void {
    if (this.isRepeated) this.walkRows(page, from, mostRows, mostSlots);
    else this.walkSlots(page.slotCount, from, Math.min(mostRows, mostSlots));
  }

  commit(): void {
    this.next = this.nextAfter;
    this.left = this.leftAfter;
  }

  pass(count: number): boolean {
    const isAtEnd = this.left === 0;
    const next = isAtEnd ? this.next + 1 : this.next;
    const left = isAtEnd ? this.lengthOf(next) : this.left;
    if ((next & 1) === 1 || left < count) return false;
    this.next = next;
    this.left = left - count;
    return true;
  }

  /**
   * Finds slots in a column that is not repeated, where each slot is a row. It uses local variables for speed, because
   * runs may be only a few slots apart.
   */
  private walkSlots(slotCount: number, from: number, most: number): void {
    let { bounds, next, left } = this;
    let slot = from;
    let count = 0;
    let taken = 0;
    while (slot < slotCount && taken < most && count < mostRanges) {
      if (left === 0) left = this.lengthOf(++next);
      const there = Math.min(left, slotCount - slot);
      if ((next & 1) === 0) {
        slot += there;
        left -= there;
        continue;
      }
      const n = Math.min(there, most - taken);
      if (2 * count === bounds.length) bounds = this.moreBounds();
      bounds[2 * count] = slot;
      slot += n;
      left -= n;
      taken += n;
      bounds[2 * count + 1] = slot;
      count++;
    }
    this.found(count, taken, slot);
    this.rows = taken;
    this.passed = slot - from - taken;
    this.nextAfter = next;
    this.leftAfter = left;
  }

  /** Finds slots in a repeated column, where a row starts at each slot with the repetition level 0. */
  private walkRows(page: DataPage, from: number, mostRows: number, mostSlots: number): void {
    let { bounds, next, left } = this;
    let slot = from;
    let count = 0;
    let taken = 0;
    let rows = 0;
    let passed = 0;
    while (slot < page.slotCount && taken < mostSlots && count < mostRanges) {
      const isRowStart = startsRow(page, slot);
      if (rows >= mostRows && (isRowStart || (next & 1) === 0)) break;
      if (left === 0 && isRowStart) left = this.lengthOf(++next);
      const isInGap = (next & 1) === 0;
      const { end, started } = isInGap
        ? repeatedStretch(page, slot, left, page.slotCount)
        : repeatedStretch(page, slot, Math.min(left, mostRows - rows), mostSlots - taken);
      left -= started;
      if (isInGap) {
        passed += started;
      } else {
        if (2 * count === bounds.length) bounds = this.moreBounds();
        bounds[2 * count] = slot;
        bounds[2 * count + 1] = end;
        count++;
        taken += end - slot;
        rows += started;
      }
      slot = end;
    }
    this.found(count, taken, slot);
    this.rows = rows;
    this.passed = passed;
    this.nextAfter = next;
    this.leftAfter = left;
  }

  private found(count: number, slotCount: number, end: number): void {
    this.count = count;
    this.slotCount = slotCount;
    this.end = end;
  }

  private moreBounds(): Int32Array {
    const { bounds } = this;
    this.bounds = new Int32Array(2 * bounds.length);
    this.bounds.set(bounds);
    return this.bounds;
  }

  /** Returns the number of rows in the run or gap that ends at `runs[next]`; `Infinity` for the gap after all runs. */
  private lengthOf(next: number): number {
    const { runs, isOpenEnded } = this;
    if (next >= runs.length || (isOpenEnded && next === runs.length - 1)) return Number.POSITIVE_INFINITY;
    return (runs[next] as number) - (next === 0 ? 0 : (runs[next - 1] as number));
  }
}
