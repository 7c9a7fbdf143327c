/**
 * Assembles pieces from stretches of pages.
 *
 * A piece ends where the dictionary changes or stops being used, and before an array of it would pass
 * `limits.decodedBytes`.
 */
import { copyBits, spreadInPlace } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  createColumnBuffer,
  type DictionaryValues,
  type FlatValues,
  isParquetError,
  type Kernels,
  type LeafColumn,
  type Limits,
  ParquetError,
  PhysicalType,
  type ValueDecoder,
} from '@marquetry/core';
import { type DataPage, validityOf } from '@marquetry/page';
import { countValid, createNullBuilder, type NullBuilder } from './null-builder.js';
import type { ColumnPiece } from './piece.js';

export interface PieceOptions {
  readonly column: LeafColumn;
  readonly kernels: Kernels;
  readonly limits: Limits;
  /** One entry a slot instead of dense values. */
  readonly spaced: boolean;
  /** Dictionary columns as plain values instead of indices. */
  readonly flat: boolean;
  /** What would pass `limits.decodedBytes` is LIMIT, and no end of a piece. */
  readonly whole: boolean;
}

/** Slots `[from, to)` of a page. `values()` gives a decoder that stands at the first value of the stretch. */
interface Stretch {
  readonly page: DataPage;
  readonly from: number;
  readonly to: number;
  readonly rowCount: number;
  /** The dictionary, where the page's encoding uses one. */
  readonly dictionary: FlatValues | undefined;
  values(): ValueDecoder;
}

export interface PieceBuilder {
  append(stretch: Stretch): void;
  /** The pieces so far, in order; the builder is empty again. `expectedSlots`: how many will come next. */
  finish(): ColumnPiece[];
}

/** Memory set aside before the bytes have shown that they fill it: what metadata says is not proof. */
const unprovenBytes = 2 ** 25;

interface OpenPiece {
  readonly dictionary: FlatValues | undefined;
  /** Values, or the indices of a dictionary layout as INT32. */
  readonly buffer: ColumnBuffer;
  readonly nulls: NullBuilder;
  rowCount: number;
}

/** `expectedSlots`: slots that are likely to come, to size memory by. */
export function createPieceBuilder(options: PieceOptions, expectedSlots: number): PieceBuilder {
  const { column, kernels, limits, spaced, whole } = options;
  let done: ColumnPiece[] = [];
  let open: OpenPiece | undefined;

  const start = (dictionary: FlatValues | undefined): OpenPiece => {
    const type = dictionary === undefined ? column : { type: PhysicalType.INT32, width: 4 };
    // Only the first piece: each of many would take memory for all.
    const expected = done.length === 0 ? expectedSlots : 0;
    // One less: offsets are one more.
    const fitting = Math.floor(Math.min(unprovenBytes, limits.decodedBytes) / Math.max(type.width, 4)) - 1;
    const capacity = Math.max(0, Math.min(expected, fitting));
    const buffer = createColumnBuffer(type, { capacity, limits, allocate: kernels.allocate });
    return { dictionary, buffer, nulls: createNullBuilder(column.maxDefinitionLevel, capacity, limits), rowCount: 0 };
  };
  const close = (): void => {
    if (open !== undefined && open.nulls.slotCount > 0) done.push(finished(open, spaced));
    open = undefined;
  };

  return {
    append: (stretch) => {
      const dictionary = options.flat ? undefined : stretch.dictionary;
      if (open !== undefined && open.dictionary !== dictionary) close();
      open ??= start(dictionary);
      const { length } = open.buffer;
      try {
        appendSlots(open, stretch, spaced, column);
      } catch (error) {
        // Full: what is there becomes a piece, and the stretch starts the next.
        if (whole || !(length > 0 && isParquetError(error) && error.code === 'LIMIT')) throw error;
        truncate(open.buffer, length);
        close();
        open = start(dictionary);
        appendSlots(open, stretch, spaced, column);
      }
      // Levels end no piece: a few bytes could make any number of pieces full of them.
      open.nulls.append(stretch.page.nulls, stretch.from, stretch.to);
      open.rowCount += stretch.rowCount;
    },
    finish: () => {
      close();
      const pieces = done;
      done = [];
      return pieces;
    },
  };
}

/** Appends values, or what stands for slots. */
function appendSlots({ buffer, dictionary }: OpenPiece, stretch: Stretch, spaced: boolean, column: LeafColumn): void {
  const { from, to } = stretch;
  const start = buffer.length;
  const slotCount = to - from;
  const valueCount = stretchValues(stretch, column);
  // The decoder makes room itself, once the bytes have proven that the values are there.
  if (dictionary === undefined) stretch.values().readInto(buffer, valueCount);
  else appendIndices(buffer, stretch.values(), valueCount);
  if (spaced && valueCount < slotCount) {
    spreadInPlace(buffer, start, valueCount, stretchBits(stretch, column.maxDefinitionLevel), slotCount);
  }
}

/** Takes back what was appended beyond `length` entries. */
function truncate(buffer: ColumnBuffer, length: number): void {
  if (buffer.layout === 'bits') {
    // Bits beyond the length are to be 0.
    const zeros = new Uint8Array(Math.ceil((buffer.length - length) / 8));
    copyBits(zeros, 0, buffer.data, length, buffer.length - length);
  }
  buffer.length = length;
}

function stretchValues({ page, from, to }: Stretch, column: LeafColumn): number {
  if (from === 0 && to === page.slotCount) return page.valueCount;
  return countValid(page.nulls, from, to, column.maxDefinitionLevel);
}

/** One bit a slot of the stretch, which has nulls. */
function stretchBits({ page, from, to }: Stretch, maxDefinitionLevel: number): Uint8Array {
  const { nulls } = page;
  if (nulls.kind === 'levels') {
    // Of the stretch alone: a page may be read in many.
    const stretch = { ...nulls, definition: nulls.definition.subarray(from, to) };
    return validityOf(stretch, maxDefinitionLevel) ?? new Uint8Array(0);
  }
  const bits = new Uint8Array(Math.ceil((to - from) / 8));
  if (nulls.kind === 'bitmap') copyBits(nulls.bits, from, bits, 0, to - from);
  return bits;
}

function appendIndices(buffer: ColumnBuffer, decoder: ValueDecoder, count: number): void {
  if (count === 0) return;
  const values = decoder.read(count);
  if (values.layout !== 'dictionary' || buffer.layout !== 'fixed') {
    throw new ParquetError('INVALID_ARGUMENT', 'an encoding that uses dictionaries must read DictionaryValues');
  }
  buffer.reserve(count);
  buffer.words.set(values.indices, buffer.length);
  buffer.length += count;
}

function finished({ dictionary, buffer, nulls, rowCount }: OpenPiece, spaced: boolean): ColumnPiece {
  const shape = { nulls: nulls.finish(), slotCount: nulls.slotCount, rowCount, spaced };
  if (dictionary === undefined || buffer.layout !== 'fixed') return { values: buffer.values, ...shape };
  const { length } = buffer;
  const indices = buffer.words.subarray(0, length);
  const values: DictionaryValues = { layout: 'dictionary', type: dictionary.type, length, indices, dictionary };
  return { values, ...shape };
}
