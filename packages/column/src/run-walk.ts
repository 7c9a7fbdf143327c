/**
 * Which slots of a page lie in runs of rows that are asked for. What is between the runs is passed over.
 *
 *   runs     [2, 4)  [7, 8)
 *   rows     0 1 2 3 4 5 6 7 8
 *   taken        x x       x
 *
 * The walk stands in a run or in a gap, of which `left` rows have not started yet. Slots of a row that is open belong to
 * where its first slot belongs, even if they are in another page.
 */
import type { DataPage } from '@marquetry/page';
import { repeatedStretch, startsRow } from './row-stretches.js';
import type { SlotRanges } from './slot-ranges.js';

/** Rows of a chunk: `[runs[0], runs[1])`, `[runs[2], runs[3])` and so on, ascending, none empty, a row or more apart. */
export type RowRuns = Float64Array;

/** Ranges of a walk at most: some tenths of a millisecond of work. */
const mostRanges = 2 ** 12;

/** A walk through the pages of a chunk, a stretch of one page at a time. */
export class RunWalk implements SlotRanges {
  /** What the last {@link walk} found: ranges of slots to take, and how many slots they have. */
  bounds: Int32Array = new Int32Array(64);
  count = 0;
  slotCount = 0;
  /** Rows that started in the slots to take, and in those to pass over. */
  rows = 0;
  passed = 0;
  /** The slot after the last that was looked at. */
  end = 0;
  private readonly runs: RowRuns;
  private readonly isRepeated: boolean;
  private readonly isOpenEnded: boolean;
  /** Index in `runs` of the end of the run or gap. Runs end at odd ones. */
  private next = 0;
  private left = 0;
  private nextAfter = 0;
  private leftAfter = 0;

  /** A walk that stands before row `row`. `isOpenEnded`: the last run has all rows that come. */
  constructor(runs: RowRuns, row: number, isRepeated: boolean, isOpenEnded: boolean) {
    this.runs = runs;
    this.isRepeated = isRepeated;
    this.next = firstAbove(runs, row);
    const end = runs[this.next] ?? row;
    this.left = isOpenEnded && this.next === runs.length - 1 ? Number.POSITIVE_INFINITY : end - row;
    this.isOpenEnded = isOpenEnded;
  }

  /** True between runs. */
  get isInGap(): boolean {
    return (this.next & 1) === 0;
  }

  /**
   * Looks at slots of a page from `from` on: until `mostRows` rows of runs have started, `mostSlots` slots are to be taken,
   * or the page ends. The walk advances with {@link commit}.
   */
  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void {
    this.count = 0;
    this.slotCount = 0;
    this.rows = 0;
    this.passed = 0;
    let { next, left } = this;
    let slot = from;
    while (slot < page.slotCount && this.count < mostRanges && this.slotCount < mostSlots) {
      const isRowStart = !this.isRepeated || startsRow(page, slot);
      const isDone = this.rows >= mostRows;
      if (isDone && (isRowStart || (next & 1) === 0)) break;
      if (left === 0 && isRowStart) {
        next++;
        left = this.lengthOf(next);
      }
      const isInGap = (next & 1) === 0;
      const room = isInGap ? page.slotCount : mostSlots - this.slotCount;
      const rows = isInGap ? left : Math.min(left, mostRows - this.rows);
      let end = 0;
      let started = 0;
      if (this.isRepeated) ({ end, started } = repeatedStretch(page, slot, rows, room));
      else {
        started = Math.min(rows, room, page.slotCount - slot);
        end = slot + started;
      }
      left -= started;
      if (isInGap) this.passed += started;
      else this.take(slot, end, started);
      slot = end;
    }
    this.end = slot;
    this.nextAfter = next;
    this.leftAfter = left;
  }

  /** Goes on after what {@link walk} found. */
  commit(): void {
    this.next = this.nextAfter;
    this.left = this.leftAfter;
  }

  /** Passes over `count` rows that start now, if they lie in the gap; else false. */
  pass(count: number): boolean {
    const isAtEnd = this.left === 0;
    const next = isAtEnd ? this.next + 1 : this.next;
    const left = isAtEnd ? this.lengthOf(next) : this.left;
    if ((next & 1) === 1 || left < count) return false;
    this.next = next;
    this.left = left - count;
    return true;
  }

  private take(from: number, to: number, started: number): void {
    if (to === from) return;
    this.rows += started;
    this.slotCount += to - from;
    const { bounds, count } = this;
    if (2 * count === bounds.length) {
      this.bounds = new Int32Array(2 * bounds.length);
      this.bounds.set(bounds);
    }
    this.bounds[2 * count] = from;
    this.bounds[2 * count + 1] = to;
    this.count++;
  }

  /** Rows of the run or gap that ends at `runs[next]`. What is after the last run has none to take. */
  private lengthOf(next: number): number {
    const { runs, isOpenEnded } = this;
    if (next >= runs.length || (isOpenEnded && next === runs.length - 1)) return Number.POSITIVE_INFINITY;
    return (runs[next] as number) - (runs[next - 1] as number);
  }
}

/** The index of the first number above `row`; the length if there is none. */
function firstAbove(runs: RowRuns, row: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as number) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}
