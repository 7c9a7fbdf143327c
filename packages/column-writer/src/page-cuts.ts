/**
 * Decides where pages end. A page consists of whole rows, and ends before the row that would exceed its rows or bytes.
 *
 *   rows        | row 0     | row 1           | row 2 ...
 *   slots       0  1  2     3  4  5  6        7           repetition level 0 starts a row
 *   values      a     b     c  d     e                    null slots have no value
 *
 *   1. take as many rows as the page has room for            -> slots 0 to 7
 *   2. if their values exceed the room in bytes, find the first value that does not fit (e, in slot 6)
 *   3. go back to the start of its row: the page ends at slot 3
 *
 * A row that alone exceeds the bytes gets a page of its own.
 */

import { countValid } from '@marquetry/column';
import type { LeafColumn, Nulls } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { plainBytes, valuesWithin } from './plain-bytes.js';
import type { WriteBatch } from './write-batch.js';

/** The room left in the current page. */
export interface PageRoom {
  readonly rows: number;
  /** Bytes of values, measured as PLAIN. */
  readonly bytes: number;
  /** True if the page has no row yet. It then takes at least one row, whatever its size. */
  readonly empty: boolean;
}

/** The part of a batch that goes to one page. */
export interface Stretch {
  readonly slotFrom: number;
  readonly slotTo: number;
  readonly valueFrom: number;
  readonly valueTo: number;
  readonly rowCount: number;
  /** Bytes of the values, measured as PLAIN. */
  readonly bytes: number;
  /** True if this stretch completes the page. */
  readonly full: boolean;
}

/**
 * Returns the part of a batch that goes to the current page, starting at `slotFrom` and `valueFrom`; `slotFrom` must
 * start a row.
 */
export function nextStretch(
  batch: WriteBatch,
  column: LeafColumn,
  slotFrom: number,
  valueFrom: number,
  room: PageRoom,
): Stretch {
  const { values, nulls, slotCount } = batch;
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  const { maxDefinitionLevel } = column;
  let slotTo = afterRows(repetition, slotFrom, slotCount, room.rows);
  let valueTo = valueFrom + countValid(nulls, slotFrom, slotTo, maxDefinitionLevel);
  let bytes = plainBytes(values, valueFrom, valueTo);
  let full = slotTo < slotCount;
  if (bytes > room.bytes) {
    full = true;
    const fitting = valuesWithin(values, valueFrom, valueTo, Math.max(room.bytes, 0));
    const slot = slotOfValue(nulls, slotFrom, fitting - valueFrom, maxDefinitionLevel);
    const start = rowStart(repetition, slotFrom, slot);
    slotTo = start > slotFrom || !room.empty ? start : afterRows(repetition, slotFrom, slotCount, 1);
    valueTo = valueFrom + countValid(nulls, slotFrom, slotTo, maxDefinitionLevel);
    bytes = plainBytes(values, valueFrom, valueTo);
  }
  const rowCount = countRows(repetition, slotFrom, slotTo);
  // A page that has reached its size may still take nulls, which have no bytes. It ends before the next value.
  return { slotFrom, slotTo, valueFrom, valueTo, rowCount, bytes, full: full || rowCount === room.rows };
}

/** Slots that are counted at once, before searching among them for the row that ends the page. */
const countedSlots = 1024;

/** Returns the slot after at most `rows` rows. */
function afterRows(repetition: Uint8Array | undefined, from: number, end: number, rows: number): number {
  if (repetition === undefined) return Math.min(end, from + rows);
  let left = rows;
  let slot = from;
  for (; slot + countedSlots <= end; slot += countedSlots) {
    const begun = countEqual(repetition, 0, slot, slot + countedSlots);
    if (begun > left) break;
    left -= begun;
  }
  for (; slot < end; slot++) if (repetition[slot] === 0 && left-- === 0) return slot;
  return end;
}

/** Returns the slot of the value that follows `count` values. */
function slotOfValue(nulls: Nulls, from: number, count: number, maxDefinitionLevel: number): number {
  if (nulls.kind === 'none') return from + count;
  let left = count;
  for (let slot = from; ; slot++) {
    const valid =
      nulls.kind === 'bitmap'
        ? (((nulls.bits[slot >> 3] as number) >>> (slot & 7)) & 1) === 1
        : nulls.definition[slot] === maxDefinitionLevel;
    if (valid && left-- === 0) return slot;
  }
}

/** Returns the slot that starts the row of `slot`, but not less than `from`. */
function rowStart(repetition: Uint8Array | undefined, from: number, slot: number): number {
  let start = slot;
  if (repetition !== undefined) while (start > from && repetition[start] !== 0) start--;
  return start;
}

function countRows(repetition: Uint8Array | undefined, from: number, to: number): number {
  if (repetition === undefined) return to - from;
  return countEqual(repetition, 0, from, to);
}
