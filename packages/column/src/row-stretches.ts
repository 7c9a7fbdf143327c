/** Finds the slots of a page in which rows start. */
import { countEqual } from '@marquetry/levels';
import type { DataPage } from '@marquetry/page';

/** The end of a range of slots, and the number of rows that start in the range. */
export interface RowStretch {
  readonly end: number;
  readonly started: number;
}

export function flatStretch(page: DataPage, from: number, rows: number, mostSlots: number): RowStretch {
  const started = Math.min(rows, mostSlots, page.slotCount - from);
  return { end: from + started, started };
}

/** True if a row starts at the given slot. */
export function startsRow({ nulls }: DataPage, slot: number): boolean {
  return nulls.kind !== 'levels' || nulls.repetition === undefined || nulls.repetition[slot] === 0;
}

/** Number of repetition levels that one call to `countEqual` compares. */
const stretchBlock = 1024;
/**
 * If at most this many rows remain, the end of the range is found slot by slot, because most rows have few slots.
 */
const fewRows = 32;

/**
 * Returns a range of at most `mostSlots` slots, starting at `from`. It contains the rest of the row that started before
 * `from`, if any, followed by at most `rows` more rows.
 */
export function repeatedStretch(page: DataPage, from: number, rows: number, mostSlots: number): RowStretch {
  const { nulls } = page;
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) return flatStretch(page, from, rows, mostSlots);
  const slotCount = Math.min(page.slotCount, from + mostSlots);
  let started = 0;
  let end = from;
  // In blocks that are completely inside the range, only the number of rows matters.
  while (end < slotCount && rows - started > fewRows) {
    const next = Math.min(slotCount, end + stretchBlock);
    const starting = countEqual(repetition, 0, end, next);
    if (started + starting > rows) break;
    started += starting;
    end = next;
  }
  for (; end < slotCount; end++) {
    if (repetition[end] !== 0) continue;
    if (started === rows) break;
    started++;
  }
  return { end, started };
}

/** Returns the number of slots, starting at `slot`, that belong to the row that started before `slot`. */
export function continuedSlots({ nulls, slotCount }: DataPage, slot: number): number {
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) return 0;
  let end = slot;
  while (end + stretchBlock <= slotCount && countEqual(repetition, 0, end, end + stretchBlock) === 0)
    end += stretchBlock;
  while (end < slotCount && repetition[end] !== 0) end++;
  return end - slot;
}
