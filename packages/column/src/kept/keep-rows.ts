/**
 * The rows of a piece whose bit is 1, in memory of their own.
 */
import { countBits, javascriptKernels, keepWords } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  createColumnBuffer,
  type DirectValues,
  defaultLimits,
  type LeafColumn,
  limitError,
  type Steps,
  type Values,
} from '@marquetry/core';
import type { ConcatOptions } from '../concat.js';
import { countValid } from '../count-valid.js';
import { createNullBuilder } from '../null-builder.js';
import { clearRest } from '../open-piece.js';
import type { ColumnPiece } from '../piece.js';
import { selectRowsInSteps } from '../select-rows.js';
import { stepEnd, stepSlots } from '../stretches.js';
import { keepValues } from './keep-values.js';
import { runsOf, type SelectedBits } from './selected-bits.js';
import { keptNulls, keptValues, type SlotBits } from './slot-bits.js';

/**
 * Some rows of a piece, as `selectRows` copies them, in steps of about a millisecond.
 * @throws ParquetError LIMIT where an array would exceed `limits.decodedBytes`.
 */
export function* keepRowsInSteps(
  piece: ColumnPiece,
  rows: SelectedBits,
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<ColumnPiece> {
  if (column.maxRepetitionLevel === 0) return yield* keepRows(piece, rows, column, options);
  const runs = runsOf(rows);
  const ranges = Array.from({ length: runs.length >> 1 }, (_, i) => [runs[2 * i], runs[2 * i + 1]] as [number, number]);
  return yield* selectRowsInSteps(piece, ranges, column, options);
}

function* keepRows(
  piece: ColumnPiece,
  rows: SelectedBits,
  column: LeafColumn,
  options: ConcatOptions,
): Steps<ColumnPiece> {
  const { bits, origin, from, to } = rows;
  const kept = countBits(bits, from - origin, to - origin);
  if (kept === piece.rowCount) return piece;
  const { nulls, spaced } = piece;
  const { maxDefinitionLevel } = column;
  const { kernels = javascriptKernels, limits = defaultLimits } = options;
  const builder = createNullBuilder(maxDefinitionLevel, kept, limits, kernels.allocate);
  const target = createTarget(piece.values, spaced ? kept : Math.min(kept, piece.values.length), column, options);
  let value = spaced ? from : countValid(nulls, 0, from, maxDefinitionLevel);
  for (let slot = from; slot < to; ) {
    const end = Math.min(to, slot + stepOf(piece.values, value));
    const stretch = bitsIn(bits, slot - origin, end - slot);
    const values = spaced ? stretch : keptValues(nulls, slot, stretch, maxDefinitionLevel);
    builder.append(keptNulls(nulls, slot, stretch, maxDefinitionLevel), 0, stretch.kept);
    keepEntries(target, piece.values, value, values);
    value += values.count;
    slot = end;
    if (slot < to) yield;
  }
  return { values: target.values(), nulls: builder.finish(), slotCount: kept, rowCount: kept, spaced };
}

/** Slots of the step that begins at a value: no more than values that can be copied in it. */
function stepOf(values: Values, from: number): number {
  if (values.layout === 'dictionary' || from >= values.length) return stepSlots;
  return stepEnd(values, from, values.length) - from;
}

function bitsIn(bits: Uint8Array, first: number, count: number): SlotBits {
  return { bits, first, count, kept: countBits(bits, first, first + count) };
}

/** Where values that are kept go: a buffer, or indices of the same dictionary. */
interface KeptTarget {
  readonly buffer: ColumnBuffer | undefined;
  readonly indices: Int32Array;
  length: number;
  values(): Values;
}

function createTarget(values: Values, length: number, column: LeafColumn, options: ConcatOptions): KeptTarget {
  const { kernels = javascriptKernels, limits = defaultLimits } = options;
  if (values.layout !== 'dictionary') {
    const { allocate, allocateUnfilled } = kernels;
    const buffer = createColumnBuffer(column, { capacity: length, limits, allocate, allocateUnfilled });
    return {
      buffer,
      indices: noIndices,
      length: 0,
      values: () => finishedValues(buffer, allocateUnfilled !== undefined),
    };
  }
  if (4 * length > limits.decodedBytes) {
    throw limitError('decodedBytes', limits, `an array of ${4 * length} bytes of indices`);
  }
  const memory = (kernels.allocateUnfilled ?? kernels.allocate)(4 * length);
  const target: KeptTarget = {
    buffer: undefined,
    indices: new Int32Array(memory.buffer, memory.byteOffset, length),
    length: 0,
    values: () => ({ ...values, length: target.length, indices: target.indices.subarray(0, target.length) }),
  };
  return target;
}

const noIndices: Int32Array = /* @__PURE__ */ new Int32Array(0);

/** Whoever looks behind the values sees nothing of what was in memory before. */
function finishedValues(buffer: ColumnBuffer, isUnfilled: boolean): DirectValues {
  if (isUnfilled) clearRest(buffer);
  return buffer.values;
}

function keepEntries(target: KeptTarget, values: Values, from: number, slots: SlotBits): void {
  const { bits, first, count, kept } = slots;
  if (values.layout === 'dictionary') {
    keepWords(values.indices, 1, from, bits, first, count, target.indices, target.length);
  } else if (target.buffer !== undefined) keepValues(target.buffer, values, from, slots);
  target.length += kept;
}
