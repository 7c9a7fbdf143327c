/**
 * Copies some rows of a piece (consecutive values of one column). The ranges of rows are converted to ranges of slots
 * and of values:
 *
 *   rows    [2, 4)  [7, 8)
 *   slots   [2, 4)  [7, 8)    equal to the rows, unless the column is repeated
 *   values  [1, 3)  [5, 6)    lower, because nulls have no values (unless `spaced` is true)
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  createColumnBuffer,
  defaultLimits,
  type LeafColumn,
  limitError,
  runSteps,
  type Steps,
  type Values,
} from '@marquetry/core';
import type { ConcatOptions } from './concat.js';
import { countValid } from './count-valid.js';
import { createNullBuilder } from './null-builder.js';
import type { ColumnPiece } from './piece.js';
import { appendRanges, copyIndices } from './range-values.js';
import { slotOfRow } from './slice-rows.js';
import { portionsOf, type SlotRanges, slotsIn } from './slot-ranges.js';
import { stepEntries } from './stretches.js';

/**
 * Ranges `[from, to)` of rows of a piece, in ascending order and without overlap. The caller has checked that they are
 * within the piece.
 */
export type PieceRows = readonly (readonly [from: number, to: number])[];

/**
 * Copies some rows of a piece (consecutive values of one column). The first slot of the piece must start a row. Values,
 * indices and nulls are copied; the dictionary is shared. If all rows are selected, returns the piece itself.
 * @throws ParquetError LIMIT if an array would exceed `limits.decodedBytes`.
 */
export function selectRows(
  piece: ColumnPiece,
  rows: PieceRows,
  column: LeafColumn,
  options: ConcatOptions = {},
): ColumnPiece {
  return runSteps(selectRowsInSteps(piece, rows, column, options));
}

/** Like {@link selectRows}, but in steps of about a millisecond, so that the event loop can run between them. */
export function* selectRowsInSteps(
  piece: ColumnPiece,
  rows: PieceRows,
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<ColumnPiece> {
  const { limits = defaultLimits } = options;
  const rowCount = rows.reduce((sum, [from, to]) => sum + to - from, 0);
  if (rowCount === piece.rowCount) return piece;
  const slots = yield* slotRangesOf(piece, rows);
  const slotCount = slotsIn(slots);
  const nulls = createNullBuilder(column.maxDefinitionLevel, slotCount, limits);
  for (const portion of portionsOf(slots, stepEntries)) {
    nulls.appendRanges(piece.nulls, portion);
    yield;
  }
  const places = piece.spaced ? slots : yield* valueRanges(piece, slots, column.maxDefinitionLevel);
  const values = yield* valuesIn(piece.values, places, column, options);
  return { values, nulls: nulls.finish(), slotCount, rowCount, spaced: piece.spaced };
}

/** Converts ranges of rows to ranges of slots. The ranges are the same unless the column is repeated. */
function* slotRangesOf(piece: ColumnPiece, rows: readonly (readonly [number, number])[]): Steps<SlotRanges> {
  const bounds = new Int32Array(2 * rows.length);
  let row = 0;
  let slot = 0;
  for (let i = 0; i < rows.length; i++) {
    const [from, to] = rows[i] as readonly [number, number];
    const isRepeated = piece.nulls.kind === 'levels' && piece.nulls.repetition !== undefined;
    const start = isRepeated ? yield* slotOfRow(piece, slot, from - row) : from;
    slot = isRepeated ? yield* slotOfRow(piece, start, to - from) : to;
    if (isRepeated && i % quickRanges === quickRanges - 1) yield;
    row = to;
    bounds[2 * i] = start;
    bounds[2 * i + 1] = slot;
  }
  return { bounds, count: rows.length };
}

/** Number of ranges that are converted in one step of about a millisecond. */
const quickRanges = 2 ** 12;

/** Converts ranges of slots to the ranges of their values, counted without nulls. */
function* valueRanges({ nulls }: ColumnPiece, slots: SlotRanges, maxDefinitionLevel: number): Steps<SlotRanges> {
  if (nulls.kind === 'none') return slots;
  const bounds = new Int32Array(2 * slots.count);
  let slot = 0;
  let value = 0;
  for (let i = 0; i < 2 * slots.count; i++) {
    const next = slots.bounds[i] as number;
    value += countValid(nulls, slot, next, maxDefinitionLevel);
    slot = next;
    bounds[i] = value;
    if (i % quickRanges === quickRanges - 1) yield;
  }
  return { bounds, count: slots.count };
}

function* valuesIn(values: Values, places: SlotRanges, column: LeafColumn, options: ConcatOptions): Steps<Values> {
  const { kernels = columnKernels, limits = defaultLimits } = options;
  const length = slotsIn(places);
  if (values.layout === 'dictionary') {
    if (4 * length > limits.decodedBytes) {
      throw limitError('decodedBytes', limits, `a ${4 * length}-byte array of dictionary indices`);
    }
    const indices = new Int32Array(length);
    let at = 0;
    for (const portion of portionsOf(places, stepEntries)) {
      at = copyIndices(values.indices, portion, indices, at);
      yield;
    }
    return { ...values, length, indices };
  }
  const target = createColumnBuffer(column, { capacity: length, limits, allocate: kernels.allocate });
  const bytes = values.layout === 'bytes' ? values.data.length : values.data.byteLength;
  const valueBytes = Math.max(1, bytes / Math.max(values.length, 1));
  for (const portion of portionsOf(places, Math.max(1, Math.min(stepEntries, Math.floor(quickBytes / valueBytes))))) {
    appendRanges(target, values, portion);
    yield;
  }
  return target.values;
}

/** Number of bytes of values that are copied in one step of about a millisecond. */
const quickBytes = 2 ** 22;
