/**
 * Joins pieces (consecutive values of one column) into one, and replaces dictionary indices with dictionary entries.
 *
 * The functions named `...InSteps` do the same work in steps of about a millisecond, for callers that yield to the
 * event loop between steps.
 */
import { appendValues, columnKernels, gatherInto, readBit, spreadInPlace } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  type ColumnKernels,
  createColumnBuffer,
  type DictionaryValues,
  type DirectValues,
  defaultLimits,
  type LeafColumn,
  type Limits,
  limitError,
  runSteps,
  type Steps,
  type Values,
} from '@marquetry/core';
import { entryBytes, entrySize } from './gathered-bytes.js';
import { createNullBuilder } from './null-builder.js';
import type { ColumnPiece } from './piece.js';
import { stepEnd, stepEntries, stepSlots } from './stretches.js';
import { validBits } from './valid-bits.js';

/** The kernels and the limits for joining values. */
export interface ConcatOptions {
  readonly kernels?: ColumnKernels;
  readonly limits?: Limits;
}

/**
 * Joins pieces (consecutive values of one column) into one. If all pieces have the same dictionary, the result contains
 * indices into it; otherwise, it contains plain values. A single piece is returned unchanged; several are copied.
 * @throws ParquetError LIMIT if an array would exceed `limits.decodedBytes`.
 */
export function concat(pieces: readonly ColumnPiece[], column: LeafColumn, options: ConcatOptions = {}): ColumnPiece {
  return runSteps(concatInSteps(pieces, column, options));
}

/** Like {@link concat}, but in steps of about a millisecond, so that the event loop can run between them. */
export function* concatInSteps(
  pieces: readonly ColumnPiece[],
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<ColumnPiece> {
  const kernels = options.kernels ?? columnKernels;
  const limits = options.limits ?? defaultLimits;
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const slotCount = pieces.reduce((sum, piece) => sum + piece.slotCount, 0);
  const nulls = createNullBuilder(column.maxDefinitionLevel, slotCount, limits, kernels);
  let rowCount = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.slotCount; ) {
      const to = Math.min(piece.slotCount, from + stepSlots);
      nulls.append(piece.nulls, from, to);
      if (to < piece.slotCount) yield;
      from = to;
    }
    rowCount += piece.rowCount;
  }
  const values = yield* joinValues(pieces, column, kernels, limits);
  return { values, nulls: nulls.finish(), slotCount, rowCount, spaced: first?.spaced ?? false };
}

/**
 * Replaces dictionary indices with the entries that they refer to. Returns values without a dictionary unchanged. In
 * spaced values (which have an entry for each null), a null has index 0, so it becomes entry 0 of the dictionary.
 * @throws ParquetError LIMIT if the values would exceed `limits.decodedBytes`.
 */
export function decodeDictionary(values: Values, column: LeafColumn, options: ConcatOptions = {}): DirectValues {
  return runSteps(decodeDictionaryInSteps(values, column, options));
}

/** Like {@link decodeDictionary}, but in steps of about a millisecond, so that the event loop can run between them. */
export function* decodeDictionaryInSteps(
  values: Values,
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<DirectValues> {
  if (values.layout !== 'dictionary') return values;
  const kernels = options.kernels ?? columnKernels;
  const limits = options.limits ?? defaultLimits;
  const target = createColumnBuffer(column, { limits, allocate: kernels.allocate });
  target.reserve(values.length, yield* bytesIn(values));
  yield* append(target, values, kernels);
  return target.values;
}

/**
 * Returns a `ColumnPiece` with plain values instead of dictionary indices, or unchanged if it has no dictionary. In
 * spaced values (which have an entry for each null), nulls become 0, false or empty.
 * @throws ParquetError LIMIT if the values would exceed `limits.decodedBytes`.
 */
export function decodePieceDictionary(
  piece: ColumnPiece,
  column: LeafColumn,
  options: ConcatOptions = {},
): ColumnPiece {
  return runSteps(decodePieceDictionaryInSteps(piece, column, options));
}

/**
 * Like {@link decodePieceDictionary}, but in steps of about a millisecond, so that the event loop can run between them.
 */
export function* decodePieceDictionaryInSteps(
  piece: ColumnPiece,
  column: LeafColumn,
  options: ConcatOptions = {},
): Steps<ColumnPiece> {
  if (piece.values.layout !== 'dictionary') return piece;
  const { kernels = columnKernels, limits = defaultLimits } = options;
  const target = createColumnBuffer(column, { limits, allocate: kernels.allocate });
  target.reserve(piece.values.length, yield* presentBytes(piece, column.maxDefinitionLevel));
  yield* appendPiece(target, piece, column.maxDefinitionLevel, kernels);
  return { ...piece, values: target.values };
}

function* joinValues(
  pieces: readonly ColumnPiece[],
  column: LeafColumn,
  kernels: ColumnKernels,
  limits: Limits,
): Steps<Values> {
  const parts = pieces.map(({ values }) => values);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const dictionary = sharedDictionary(parts);
  if (dictionary !== undefined) {
    if (4 * length > limits.decodedBytes) {
      throw limitError('decodedBytes', limits, `a ${4 * length}-byte array of dictionary indices`);
    }
    const indices = indicesIn(kernels.allocate(4 * length));
    let at = 0;
    for (const part of parts) {
      if (part.layout !== 'dictionary') continue;
      for (let from = 0; from < part.length; from += stepSlots) {
        const to = Math.min(part.length, from + stepSlots);
        indices.set(part.indices.subarray(from, to), at + from);
        if (to < part.length) yield;
      }
      at += part.length;
    }
    const joined: DictionaryValues = { layout: 'dictionary', type: column.type, length, indices, dictionary };
    return joined;
  }
  const target = createColumnBuffer(column, { limits, allocate: kernels.allocate });
  let byteLength = 0;
  for (const piece of pieces) byteLength += yield* presentBytes(piece, column.maxDefinitionLevel);
  // This reserves room for all values, so that the buffer does not grow while they are appended.
  target.reserve(length, byteLength);
  for (const piece of pieces) yield* appendPiece(target, piece, column.maxDefinitionLevel, kernels);
  return target.values;
}

/**
 * Returns a view of bytes as 32-bit indices. The bytes must be 8-byte aligned, and their length must be a multiple of
 * 4.
 */
function indicesIn({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2);
}

function sharedDictionary(parts: readonly Values[]): DirectValues | undefined {
  const [first] = parts;
  if (first?.layout !== 'dictionary') return undefined;
  const { dictionary } = first;
  return parts.every((part) => part.layout === 'dictionary' && part.dictionary === dictionary) ? dictionary : undefined;
}

/** Returns the number of data bytes of byte arrays, excluding their offsets; 0 for other types. */
function* bytesIn(values: Values): Steps<number> {
  if (values.layout === 'bytes') return (values.offsets[values.length] as number) - (values.offsets[0] as number);
  if (values.layout !== 'dictionary') return 0;
  return yield* entryBytes(values.dictionary, values.indices, values.length);
}

/** Returns the number of data bytes in the slots that are not null; 0 for types other than byte arrays. */
function* presentBytes({ values, nulls, slotCount, spaced }: ColumnPiece, maxDefinitionLevel: number): Steps<number> {
  if (values.layout !== 'dictionary' || !spaced || nulls.kind === 'none' || nulls.nullCount === 0) {
    return yield* bytesIn(values);
  }
  const { dictionary, indices } = values;
  if (dictionary.layout !== 'bytes') return 0;
  let byteLength = 0;
  for (let from = 0; from < slotCount; from += stepEntries) {
    const to = Math.min(slotCount, from + stepEntries);
    const bits = validBits(nulls, from, to, maxDefinitionLevel);
    for (let slot = from; slot < to; slot++) {
      if (readBit(bits, slot - from) === 1) byteLength += entrySize(dictionary, indices[slot] as number);
    }
    yield;
  }
  return byteLength;
}

function* appendPiece(
  target: ColumnBuffer,
  piece: ColumnPiece,
  maxDefinitionLevel: number,
  kernels: ColumnKernels,
): Steps<void> {
  const { values, nulls, slotCount, spaced } = piece;
  if (values.layout !== 'dictionary' || !spaced || nulls.kind === 'none' || nulls.nullCount === 0) {
    yield* append(target, values, kernels);
    return;
  }
  // Nulls become 0, false or empty. The dictionary entry at a null's index is not copied, because it may be long.
  const { indices, dictionary } = values;
  for (let from = 0; from < slotCount; ) {
    const to = stepEnd(values, from, slotCount);
    const bits = validBits(nulls, from, to, maxDefinitionLevel);
    const { length } = target;
    // The loop also writes the index of each null, and then overwrites it. The extra element is for a null at the end.
    const present = new Int32Array(to - from + 1);
    let count = 0;
    for (let slot = from; slot < to; slot++) {
      present[count] = indices[slot] as number;
      count += readBit(bits, slot - from);
    }
    gatherInto(target, dictionary, present, 0, count, kernels);
    spreadInPlace(target, length, count, bits, to - from);
    from = to;
    yield;
  }
}

function* append(target: ColumnBuffer, values: Values, kernels: ColumnKernels): Steps<void> {
  const { length } = values;
  if (values.layout === 'dictionary' && values.dictionary.length === 0) {
    // If the dictionary is empty, all slots are null, because every value would need an entry.
    for (let from = 0; from < length; from += stepEntries) {
      const count = Math.min(length - from, stepEntries);
      spreadInPlace(target, target.length, 0, new Uint8Array(Math.ceil(count / 8)), count);
      yield;
    }
    return;
  }
  for (let from = 0; from < length; ) {
    const to = stepEnd(values, from, length);
    if (values.layout === 'dictionary') {
      gatherInto(target, values.dictionary, values.indices, from, to - from, kernels);
    } else {
      appendValues(target, values, from, to);
    }
    if (to < length) yield;
    from = to;
  }
}
