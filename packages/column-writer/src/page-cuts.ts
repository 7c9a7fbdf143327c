/**
 * Where pages end: at row boundaries, before they pass their rows or bytes.
 */

import { countValid } from '@marquetry/column';
import type { LeafColumn, Nulls } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { plainBytes, valuesWithin } from './plain-bytes.js';
import type { WriteBatch } from './write-batch.js';

/** Room that is left in the page to come. */
export interface PageRoom {
  readonly rows: number;
  /** Bytes of values as PLAIN. */
  readonly bytes: number;
  /** True when the page has no row yet: it takes one, whatever its size. */
  readonly empty: boolean;
}

/** A stretch of a batch for one page. */
export interface Stretch {
  readonly slotFrom: number;
  readonly slotTo: number;
  readonly valueFrom: number;
  readonly valueTo: number;
  readonly rowCount: number;
  /** Bytes of the values as PLAIN. */
  readonly bytes: number;
  /** True when the page is complete with it. */
  readonly full: boolean;
}

/** What of a batch, from a slot and value on, goes to the page to come; `slotFrom` starts a row. */
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
  // A page whose bytes are just reached may still take nulls, which have none: it ends before the next value.
  return { slotFrom, slotTo, valueFrom, valueTo, rowCount, bytes, full: full || rowCount === room.rows };
}

/** Slots whose rows are counted at once, before the row that ends the page is looked for among them. */
const countedSlots = 1024;

/** The slot after at most `rows` rows. */
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

/** The slot that holds the value after `count` values. */
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

/** Where the row of a slot starts, not before `from`. */
function rowStart(repetition: Uint8Array | undefined, from: number, slot: number): number {
  let start = slot;
  if (repetition !== undefined) while (start > from && repetition[start] !== 0) start--;
  return start;
}

function countRows(repetition: Uint8Array | undefined, from: number, to: number): number {
  if (repetition === undefined) return to - from;
  return countEqual(repetition, 0, from, to);
}
