/**
 * Copies the rows whose bit is 1, from pieces (consecutive values of one column).
 *
 *   pieces    a b c d | e f g h | i j k l       consecutive pieces of one column
 *   bits      0 1 0 1   0 0 0 0   1 1 0 0
 *   kept      b d i j                           one piece, unless the dictionary changes
 */
import { appendValues, columnKernels, countBits, keepWords } from '@marquetry/bit-io';
import {
  createColumnBuffer,
  type DirectValues,
  defaultLimits,
  type LeafColumn,
  noNulls,
  PhysicalType,
  type Steps,
  type Values,
} from '@marquetry/core';
import type { ConcatOptions } from '../concat.js';
import { countValid } from '../count-valid.js';
import { createNullBuilder } from '../null-builder.js';
import { bytesOfPiece, finished, type OpenPiece } from '../open-piece.js';
import type { ColumnPiece } from '../piece.js';
import { selectRowsInSteps } from '../select-rows.js';
import { stepEnd, stepSlots } from '../stretches.js';
import { keepValues } from './keep-values.js';
import { runsOf, type SelectedBits } from './selected-bits.js';
import { keptNulls, keptValues, type SlotBits } from './slot-bits.js';

/**
 * Copies the selected rows of a column piece. Like `selectRowsInSteps`, but the rows are selected by a bitmap, with a 1
 * for each selected row, instead of by ranges.
 * @throws ParquetError LIMIT if an array would exceed `limits.decodedBytes`.
 */
export function* keepRowsInSteps(
  piece: ColumnPiece,
  rows: SelectedBits,
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<ColumnPiece> {
  if (column.maxRepetitionLevel > 0) {
    const runs = runsOf(rows);
    const pairs = Array.from(
      { length: runs.length >> 1 },
      (_, i) => [runs[2 * i], runs[2 * i + 1]] as [number, number],
    );
    return yield* selectRowsInSteps(piece, pairs, column, options);
  }
  const { bits, origin, from, to } = rows;
  const kept = countBits(bits, from - origin, to - origin);
  if (kept === piece.rowCount) return piece;
  const keeper = new RowKeeper(column, options);
  yield* keeper.append(piece, rows, kept, kept);
  const [only] = keeper.finish();
  return only as ColumnPiece;
}

/** Maximum number of bytes to allocate for the expected number of rows, which is an estimate. */
const expectedBytes = 2 ** 25;

/**
 * Copies the selected rows of a column that is not repeated. The caller passes the column's pieces one after another.
 */
export class RowKeeper {
  declare private readonly column: LeafColumn;
  declare private readonly options: Required<ConcatOptions>;
  private readonly done: ColumnPiece[] = [];
  private doneBytes = 0;
  private open: OpenPiece | undefined = undefined;
  private spaced = false;

  constructor(column: LeafColumn, { kernels = columnKernels, limits = defaultLimits }: ConcatOptions) {
    this.column = column;
    this.options = { kernels, limits };
  }

  /** Number of bytes of the rows copied so far. */
  get byteLength(): number {
    return this.doneBytes + (this.open === undefined ? 0 : bytesOfPiece(this.open));
  }

  /**
   * Copies the rows of a piece whose bit is 1, in steps of about a millisecond. `kept` is the number of these rows.
   * `expected` is the likely number of rows that remain to be copied, including those of this piece; it determines how
   * much memory is allocated.
   * @throws ParquetError LIMIT if an array would exceed `limits.decodedBytes`.
   */
  *append(piece: ColumnPiece, { bits, origin, from, to }: SelectedBits, kept: number, expected: number): Steps<void> {
    const { nulls, spaced, values } = piece;
    const { maxDefinitionLevel } = this.column;
    const open = this.openFor(values.layout === 'dictionary' ? values.dictionary : undefined, spaced, expected);
    let value = spaced ? from : countValid(nulls, 0, from, maxDefinitionLevel);
    for (let slot = from; slot < to; ) {
      const end = Math.min(to, slot + stepOf(values, value));
      const count = end - slot;
      const first = slot - origin;
      const isWhole = count === to - from;
      const stretch = { bits, first, count, kept: isWhole ? kept : countBits(bits, first, first + count) };
      const present = spaced ? stretch : keptValues(nulls, slot, stretch, maxDefinitionLevel);
      open.nulls.append(keptNulls(nulls, slot, stretch, maxDefinitionLevel), 0, stretch.kept);
      keepEntries(open, values, value, present);
      value += present.count;
      slot = end;
      if (slot < to) yield;
    }
    open.rowCount += kept;
  }

  /**
   * Copies the rows whose bit is 1 from the first `count` rows in `words`, none of which is null. Each row has a value
   * of 4 or 8 bytes, or an index into `dictionary`. `kept` is the number of 1 bits; bit 0 belongs to the first row, and
   * the unused bits of the last byte are 0. `expected` is as in {@link append}, `spaced` as in `ColumnPiece`.
   * @throws ParquetError LIMIT if an array would exceed `limits.decodedBytes`.
   */
  appendWords(
    words: Int32Array,
    { bits, count, kept }: Omit<SlotBits, 'first'>,
    spaced: boolean,
    expected: number,
    dictionary?: DirectValues,
  ): void {
    const open = this.openFor(dictionary, spaced, expected);
    const { buffer, nulls } = open;
    if (buffer.layout !== 'fixed') return;
    const unit = buffer.width >> 2;
    buffer.reserve(kept);
    if (kept === count) buffer.words.set(words.subarray(0, unit * count), unit * buffer.length);
    else keepWords(words, unit, 0, bits, 0, count, buffer.words, buffer.length);
    buffer.length += kept;
    nulls.append(noNulls, 0, kept);
    open.rowCount += kept;
  }

  /** Returns the copied rows as pieces, in order, and removes them from this object. */
  finish(): ColumnPiece[] {
    this.close();
    this.doneBytes = 0;
    return this.done.splice(0);
  }

  private openFor(dictionary: DirectValues | undefined, spaced: boolean, expected: number): OpenPiece {
    if (this.open !== undefined && this.open.dictionary === dictionary) return this.open;
    this.close();
    this.spaced = spaced;
    this.open = this.start(dictionary, expected);
    return this.open;
  }

  private start(dictionary: DirectValues | undefined, expected: number): OpenPiece {
    const { column, options } = this;
    const { kernels, limits } = options;
    const { allocate, allocateUnfilled, release } = kernels;
    const type = dictionary === undefined ? column : { type: PhysicalType.INT32, width: 4 };
    const fitting = Math.floor(Math.min(expectedBytes, limits.decodedBytes) / Math.max(type.width, 4)) - 1;
    const capacity = Math.max(0, Math.min(expected, fitting));
    const buffer = createColumnBuffer(type, { capacity, limits, allocate, allocateUnfilled, release });
    const nulls = createNullBuilder(column.maxDefinitionLevel, capacity, limits, kernels);
    return { dictionary, buffer, nulls, rowCount: 0, isUnfilled: allocateUnfilled !== undefined };
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    this.doneBytes += bytesOfPiece(open);
    this.done.push(finished(open, this.spaced));
  }
}

/**
 * Returns the number of slots to process in the step that starts at value `from`, so that the step takes about a
 * millisecond.
 */
function stepOf(values: Values, from: number): number {
  if (values.layout === 'dictionary' || from >= values.length) return stepSlots;
  return stepEnd(values, from, values.length) - from;
}

function keepEntries({ buffer }: OpenPiece, values: Values, from: number, slots: SlotBits): void {
  const { bits, first, count, kept } = slots;
  if (values.layout !== 'dictionary') {
    if (kept === count) appendValues(buffer, values, from, from + count);
    else keepValues(buffer, values, from, slots);
  } else if (buffer.layout === 'fixed') {
    buffer.reserve(kept);
    keepWords(values.indices, 1, from, bits, first, count, buffer.words, buffer.length);
    buffer.length += kept;
  }
}
