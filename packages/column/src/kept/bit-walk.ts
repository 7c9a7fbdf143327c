/**
 * Finds the selected slots of a page from one bit per row. Each slot is a row: repeated columns, whose rows may have
 * several slots, are read by runs (ranges of rows) instead.
 */
import type { DataPage } from '@marquetry/page';
import type { SlotWalk } from '../slot-walk.js';
import { KeptBits } from './kept-bits.js';
import { endOfSelected, hasSelected, lastSelected, rowsSelected, type SelectedBits } from './selected-bits.js';

/**
 * The maximum number of slots that one call to `walk` examines. It equals the maximum number of slots that are decoded
 * per step.
 */
const stepSlots = 2 ** 17;

/** Goes through the pages of a chunk and finds the selected slots from one bit per row. */
export class BitWalk implements SlotWalk {
  from = 0;
  to = 0;
  kept: KeptBits | undefined = undefined;
  slotCount = 0;
  rows = 0;
  passed = 0;
  end = 0;
  /** Always true: each row has one slot, so a slot never continues a row. */
  readonly isInGap: boolean = true;
  declare private readonly selection: SelectedBits;
  private row = 0;
  private rowAfter = 0;

  constructor(selection: SelectedBits) {
    this.selection = selection;
  }

  /**
   * Sets the row at which the next walk starts. The second argument of {@link SlotWalk.start} is not needed here,
   * because rows after the last bit are not selected.
   */
  start(row: number): void {
    this.row = row;
    this.rowAfter = row;
  }

  walk(page: DataPage, from: number, mostRows: number, mostSlots: number): void {
    const { row, selection } = this;
    const most = Math.min(mostRows, mostSlots);
    let end = Math.min(page.slotCount, from + stepSlots);
    let count = rowsSelected(selection, row, row + end - from);
    if (count > most) {
      count = most;
      end = from + endOfSelected(selection, row, most) - row;
    }
    this.end = end;
    this.rows = count;
    this.slotCount = count;
    this.passed = end - from - count;
    this.rowAfter = row + end - from;
    this.kept = undefined;
    this.from = from;
    this.to = end;
    if (count === 0 || this.passed === 0) return;
    // Slots after the last selected row need not be decoded. Slots before the first selected row are skipped by
    // `readKept`.
    const first = Math.max(row, selection.origin);
    this.from = from + first - row;
    this.to = from + lastSelected(selection, row, row + end - from) + 1 - row;
    const length = this.to - this.from;
    if (length === count) return;
    this.kept = new KeptBits({ bits: selection.bits, first: first - selection.origin, count: length, kept: count });
  }

  commit(): void {
    this.row = this.rowAfter;
  }

  pass(count: number): boolean {
    const { row, selection } = this;
    if (hasSelected(selection, row, row + count)) return false;
    this.row = row + count;
    return true;
  }
}
