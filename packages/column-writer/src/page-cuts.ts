/**
 * Decides where pages end. A page consists of whole rows. It ends before the row that would make it exceed the maximum
 * number of rows or bytes.
 *
 *   rows        | row 0     | row 1           | row 2 ...
 *   slots       0  1  2     3  4  5  6        7           repetition level 0 starts a row
 *   values      a     b     c  d     e                    null slots have no value
 *
 *   1. take as many rows as the page has room for            -> slots 0 to 7
 *   2. if their values take too many bytes, find the first value that does not fit (e, in slot 6)
 *   3. go back to the start of its row: the page ends at slot 3
 *
 * A single row that exceeds the maximum number of bytes gets a page to itself.
 */

import { countValid } from '@marquetry/column';
import type { LeafColumn, Nulls } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { plainBytes, valuesWithin } from './plain-bytes.js';
import type { WriteBatch } from './write-batch.js';

/** How many rows and bytes still fit in the current page. */
export interface PageRoom {
  readonly rows: number;
  /** Number of bytes that the values to add may take when PLAIN-encoded. */
  readonly bytes: number;
  /** True if the page has no row yet. The next row is then added even if it is too large. */
  readonly empty: boolean;
}

/** The part of a batch that goes into one page. */
export interface Stretch {
  readonly slotFrom: number;
  readonly slotTo: number;
  readonly valueFrom: number;
  readonly valueTo: number;
  readonly rowCount: number;
  /** Number of bytes that the values from `valueFrom` to `valueTo` take when PLAIN-encoded. */
  readonly bytes: number;
  /** True if the page is complete after this part. */
  readonly full: boolean;
}

/**
 * Returns the part of a batch that goes into the current page. The part starts at slot `slotFrom`, which must start a
 * row, and at value `valueFrom`.
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
  // A page that has reached its maximum size still takes nulls, because they add no bytes. It ends before the next
  // value.
  return { slotFrom, slotTo, valueFrom, valueTo, rowCount, bytes, full: full || rowCount === room.rows };
}

/**
 * Rows are counted in blocks of this many slots. Only the block in which the page ends is searched slot by slot.
 */
const countedSlots = 1024;

/** Returns the slot at which the given rows end: after `rows` rows, or at the end of the batch. */
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

/** Returns the slot of the value that comes after `count` values. */
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

/** Returns the slot at which the row that contains `slot` starts, or `from` if that row starts before `from`. */
function rowStart(repetition: Uint8Array | undefined, from: number, slot: number): number {
  let start = slot;
  if (repetition !== undefined) while (start > from && repetition[start] !== 0) start--;
  return start;
}

function countRows(repetition: Uint8Array | undefined, from: number, to: number): number {
  if (repetition === undefined) return to - from;
  return countEqual(repetition, 0, from, to);
}
