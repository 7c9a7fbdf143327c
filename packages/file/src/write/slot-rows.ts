/**
 * Splits a column of values and nulls into ranges of whole rows.
 *
 *   rows      0       1   2           a row starts at each repetition level of 0; without repetition levels, each slot is a row
 *   slots     0 1 2 | 3 | 4 5 6
 *   values    0   1 |   | 2   3       if the input has one entry per slot, the entries of nulls are removed
 */
import { columnKernels, copyBits, gatherInto, readBit } from '@marquetry/bit-io';
import { countValid } from '@marquetry/column';
import {
  createColumnBuffer,
  isTurnDue,
  type Nulls,
  noNulls,
  ParquetError,
  type Values,
  yieldToEventLoop,
} from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { ColumnRows } from './column-rows.js';

/** Values that can be read in ranges. */
export interface SlotValues {
  readonly length: number;
  /** Returns the values `[from, to)`, which may share the caller's memory. */
  slice(from: number, to: number): Values;
  /** An estimate of the average size of a value in PLAIN encoding, in bytes. */
  readonly valueBytes: number;
}

/** Values and nulls as the caller passed them. The numbers of slots, rows and nulls may be wrong. */
export interface Slots {
  readonly values: SlotValues;
  readonly nulls: Nulls;
  readonly slotCount?: number | undefined;
  readonly rowCount?: number | undefined;
  /** The row number by which errors refer to the first row. Default: 0. */
  readonly firstRow?: number | undefined;
  /** True if `values` has an entry for every slot, including nulls; false if it has only the non-null values. */
  readonly spaced?: boolean | undefined;
}

/** Number of slots between two checks of the clock. */
const strideSlots = 2 ** 18;

/**
 * Returns a column's values and nulls as {@link ColumnRows}, after checking the numbers of values, nulls, slots and
 * rows. The chunk writer checks the values.
 * @throws ParquetError INVALID_ARGUMENT if these numbers contradict each other; the signal's reason if it is aborted.
 */
export async function slotRows(leaf: LeafNode, slots: Slots, signal: AbortSignal): Promise<ColumnRows> {
  const { values, nulls } = slots;
  const isSpaced = slots.spaced === true && nulls.kind !== 'none';
  const slotCount = isSpaced ? values.length : (slots.slotCount ?? values.length + nulls.nullCount);
  const repetition = leaf.maxRepetitionLevel > 0 && nulls.kind === 'levels' ? nulls.repetition : undefined;
  requireCount('slots', slotCount);
  requireRoom(leaf, nulls, slotCount);
  const { firstRow = 0 } = slots;
  const rowCount = slots.rowCount ?? (await countRows(repetition, slotCount, signal));
  requireCount('rows', rowCount);
  const valid = await countValues(leaf, nulls, 0, slotCount, signal);
  if (!isSpaced && valid !== values.length) {
    throw invalid(`there are ${values.length} values, but ${valid} of ${slotCount} slots are not null`);
  }

  let slot = 0;
  let value = 0;
  let row = 0;
  return {
    rowCount,
    rowBytes: rowCount === 0 ? 0 : (valid * values.valueBytes) / rowCount,
    rowSlots: rowCount === 0 ? 0 : slotCount / rowCount,
    take: async (rows) => {
      const from = slot;
      const before = row;
      row += rows;
      // The last range contains everything that is left, so that extra values or slots are detected.
      slot = row === rowCount ? slotCount : await rowEnd(repetition, from, slotCount, rows, signal);
      const count = await countValues(leaf, nulls, from, slot, signal);
      const firstValue = value;
      value += count;
      const isWhole = from === 0 && slot === slotCount;
      return {
        values: isSpaced
          ? denseValues(leaf, values.slice(from, slot), nulls, from, count)
          : values.slice(firstValue, value),
        nulls: isWhole ? nulls : sliceNulls(nulls, from, slot, slot - from - count),
        slotCount: slot - from,
        rowCount: rows,
        firstRow: firstRow + before,
      };
    },
  };
}

async function countRows(repetition: Uint8Array | undefined, slotCount: number, signal: AbortSignal): Promise<number> {
  if (repetition === undefined) return slotCount;
  let rows = 0;
  for (let from = 0; from < slotCount; from += strideSlots) {
    const to = Math.min(slotCount, from + strideSlots);
    for (let slot = from; slot < to; slot++) if (repetition[slot] === 0) rows++;
    if (isTurnDue()) await yieldToEventLoop(signal);
  }
  return rows;
}

async function countValues(
  { maxDefinitionLevel }: LeafNode,
  nulls: Nulls,
  first: number,
  end: number,
  signal: AbortSignal,
): Promise<number> {
  if (nulls.kind === 'none' || end - first <= strideSlots) return countValid(nulls, first, end, maxDefinitionLevel);
  let valid = 0;
  for (let from = first; from < end; from += strideSlots) {
    valid += countValid(nulls, from, Math.min(end, from + strideSlots), maxDefinitionLevel);
    if (isTurnDue()) await yieldToEventLoop(signal);
  }
  return valid;
}

/** Returns the first slot of the row that is `rows` rows after the row that starts at slot `first`. */
async function rowEnd(
  repetition: Uint8Array | undefined,
  first: number,
  slotCount: number,
  rows: number,
  signal: AbortSignal,
): Promise<number> {
  if (repetition === undefined) return first + rows;
  let started = 0;
  for (let from = first; from < slotCount; from += strideSlots) {
    const to = Math.min(slotCount, from + strideSlots);
    for (let slot = from; slot < to; slot++) if (repetition[slot] === 0 && ++started > rows) return slot;
    if (isTurnDue()) await yieldToEventLoop(signal);
  }
  return slotCount;
}

/** Returns the values without the entries of nulls. The first entry of `spaced` is that of slot `from`. */
function denseValues(leaf: LeafNode, spaced: Values, nulls: Nulls, from: number, valid: number): Values {
  const isIndices = spaced.layout === 'dictionary';
  const indices = new Int32Array(valid);
  let at = 0;
  for (let i = 0; i < spaced.length; i++) {
    const slot = from + i;
    const isValid =
      nulls.kind === 'bitmap'
        ? readBit(nulls.bits, slot) === 1
        : nulls.kind === 'none' || nulls.definition[slot] === leaf.maxDefinitionLevel;
    if (isValid) indices[at++] = isIndices ? (spaced.indices[i] as number) : i;
  }
  if (isIndices) return { ...spaced, length: valid, indices };
  const target = createColumnBuffer(leaf, { capacity: valid });
  gatherInto(target, spaced, indices, 0, valid, columnKernels);
  return target.values;
}

function sliceNulls(nulls: Nulls, from: number, to: number, nullCount: number): Nulls {
  switch (nulls.kind) {
    case 'none':
      return noNulls;
    case 'bitmap': {
      if (nullCount === 0) return noNulls;
      const bits = new Uint8Array(Math.ceil((to - from) / 8));
      copyBits(nulls.bits, from, bits, 0, to - from);
      return { kind: 'bitmap', bits, nullCount };
    }
    case 'levels': {
      const definition = nulls.definition.subarray(from, to);
      const levels: Nulls = { kind: 'levels', definition, nullCount };
      return nulls.repetition === undefined ? levels : { ...levels, repetition: nulls.repetition.subarray(from, to) };
    }
  }
}

function requireCount(what: string, count: number): void {
  if (!(Number.isSafeInteger(count) && count >= 0))
    throw invalid(`the number of ${what} must be a non-negative integer, got ${count}`);
}

function requireRoom(leaf: LeafNode, nulls: Nulls, slotCount: number): void {
  if (nulls.kind === 'bitmap' && leaf.maxDefinitionLevel === 0) throw invalid('a required column cannot have nulls');
  const has = (what: string, length: number, needed: number): void => {
    if (length < needed) throw invalid(`${slotCount} slots need ${needed} bytes of ${what}, got ${length}`);
  };
  if (nulls.kind === 'bitmap') has('validity', nulls.bits.length, Math.ceil(slotCount / 8));
  if (nulls.kind !== 'levels') return;
  has('definition levels', nulls.definition.length, slotCount);
  if (nulls.repetition !== undefined) has('repetition levels', nulls.repetition.length, slotCount);
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
