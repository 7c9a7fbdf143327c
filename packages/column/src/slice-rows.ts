/** Copies a range of rows of a piece (consecutive values of one column). */
import { copyBits } from '@marquetry/bit-io';
import { type LeafColumn, type Nulls, noNulls, runSteps, type Steps } from '@marquetry/core';
import { countEqual } from '@marquetry/levels';
import { copyBytesInSteps, copySliceInSteps } from './copy-values.js';
import { countValid } from './count-valid.js';
import type { ColumnPiece } from './piece.js';
import { stepSlots } from './stretches.js';

/**
 * Copies rows `[from, to)` of a piece (consecutive values of one column): values, indices and nulls. The dictionary is
 * shared. If `from` is 0, the slots before the first row, which continue a row of the previous piece, are copied, too,
 * even if `to` is 0. The caller has checked the range.
 */
export function sliceRows(piece: ColumnPiece, from: number, to: number, column: LeafColumn): ColumnPiece {
  return runSteps(sliceRowsInSteps(piece, from, to, column));
}

/** Like {@link sliceRows}, but in steps of about a millisecond, so that the event loop can run between them. */
export function* sliceRowsInSteps(
  piece: ColumnPiece,
  from: number,
  to: number,
  column: LeafColumn,
): Steps<ColumnPiece> {
  const first = from === 0 ? 0 : yield* slotOfRow(piece, 0, from);
  const end = yield* slotOfRow(piece, first, to - from);
  return yield* sliceSlots(piece, first, end, to - from, column);
}

/**
 * True if the first slots of a piece (consecutive values of one column) continue a row of the previous piece, which is
 * possible because v1 pages may start inside a row.
 */
export function continuesRow({ nulls }: ColumnPiece): boolean {
  return nulls.kind === 'levels' && (nulls.repetition?.[0] ?? 0) > 0;
}

/**
 * Splits a piece (consecutive values of one column) before the first row that starts in it. Returns the slots that
 * continue a row of the previous piece and, if the piece has any, the rows that follow.
 */
export function* splitAtFirstRow(
  piece: ColumnPiece,
  column: LeafColumn,
): Steps<{ readonly continued: ColumnPiece; readonly rows: ColumnPiece | undefined }> {
  const { rowCount, slotCount } = piece;
  if (rowCount === 0) return { continued: piece, rows: undefined };
  const first = yield* slotOfRow(piece, 0, 0);
  const continued = yield* sliceSlots(piece, 0, first, 0, column);
  return { continued, rows: yield* sliceSlots(piece, first, slotCount, rowCount, column) };
}

function* sliceSlots(
  piece: ColumnPiece,
  first: number,
  end: number,
  rowCount: number,
  { maxDefinitionLevel }: LeafColumn,
): Steps<ColumnPiece> {
  const { nulls, spaced } = piece;
  const before = spaced ? first : yield* countInSteps(nulls, 0, first, maxDefinitionLevel);
  const valid = yield* countInSteps(nulls, first, end, maxDefinitionLevel);
  const values = yield* copySliceInSteps(piece.values, before, before + (spaced ? end - first : valid));
  return {
    values,
    nulls: yield* sliceNulls(nulls, first, end, end - first - valid),
    slotCount: end - first,
    rowCount,
    spaced,
  };
}

function* countInSteps(nulls: Nulls, from: number, to: number, maxDefinitionLevel: number): Steps<number> {
  if (nulls.kind === 'none' || to - from <= stepSlots) return countValid(nulls, from, to, maxDefinitionLevel);
  let valid = 0;
  for (let at = from; at < to; at += stepSlots) {
    valid += countValid(nulls, at, Math.min(to, at + stepSlots), maxDefinitionLevel);
    yield;
  }
  return valid;
}

/**
 * Returns the slot at which row `rows` starts, where row 0 is the first row that starts at or after slot `from`.
 * Returns `slotCount` if there are fewer rows.
 */
export function* slotOfRow({ nulls, slotCount }: ColumnPiece, from: number, rows: number): Steps<number> {
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined) return from + rows;
  let slot = from;
  let left = rows;
  while (left > fewRows && slot + blockSlots <= slotCount) {
    const starting = countEqual(repetition, 0, slot, slot + blockSlots);
    if (starting > left) break;
    left -= starting;
    slot += blockSlots;
    if ((slot - from) % stepSlots === 0) yield;
  }
  for (; slot < slotCount; slot++) if (repetition[slot] === 0 && left-- === 0) return slot;
  return slotCount;
}

/** Number of repetition levels that one call to `countEqual` compares. */
const blockSlots = 1024;
/** Up to this many rows are counted slot by slot, because most rows have few slots. */
const fewRows = 32;

function* sliceNulls(nulls: Nulls, from: number, to: number, nullCount: number): Steps<Nulls> {
  if (nulls.kind === 'none') return nulls;
  if (nulls.kind === 'levels') {
    const { repetition } = nulls;
    if (nullCount === 0 && repetition === undefined) return noNulls;
    const definition = yield* copyBytesInSteps(nulls.definition.subarray(from, to));
    const levels = { kind: 'levels', definition, nullCount } as const;
    if (repetition === undefined) return levels;
    return { ...levels, repetition: yield* copyBytesInSteps(repetition.subarray(from, to)) };
  }
  if (nullCount === 0) return noNulls;
  const bits = new Uint8Array(Math.ceil((to - from) / 8));
  copyBits(nulls.bits, from, bits, 0, to - from);
  return { kind: 'bitmap', bits, nullCount };
}
