/**
 * Joins pieces into one.
 */
import { appendValues, gatherInto, javascriptKernels, readBit, spreadInPlace } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  createColumnBuffer,
  type DictionaryValues,
  defaultLimits,
  type FlatValues,
  type Kernels,
  type LeafColumn,
  type Limits,
  limitError,
  type Values,
} from '@marquetry/core';
import { validityOf } from '@marquetry/page';
import { createNullBuilder } from './null-builder.js';
import type { ColumnPiece } from './piece.js';

/** What values are joined with. */
export interface ConcatOptions {
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * One piece with the slots of all. Pieces of one dictionary stay indices; others become plain values. Gives a single
 * piece back as it is; else copies.
 * @throws ParquetError LIMIT when an array would pass `limits.decodedBytes`.
 */
export function concat(pieces: readonly ColumnPiece[], column: LeafColumn, options: ConcatOptions = {}): ColumnPiece {
  const kernels = options.kernels ?? javascriptKernels;
  const limits = options.limits ?? defaultLimits;
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const slotCount = pieces.reduce((sum, piece) => sum + piece.slotCount, 0);
  const nulls = createNullBuilder(column.maxDefinitionLevel, slotCount, limits);
  let rowCount = 0;
  for (const piece of pieces) {
    nulls.append(piece.nulls, 0, piece.slotCount);
    rowCount += piece.rowCount;
  }
  const values = joinValues(pieces, column, kernels, limits);
  return { values, nulls: nulls.finish(), slotCount, rowCount, spaced: first?.spaced ?? false };
}

/**
 * Values without a dictionary: gathers those that have one, and gives others back as they are. Spaced, a null that stood
 * for index 0 becomes what is there.
 * @throws ParquetError LIMIT when they would pass `limits.decodedBytes`.
 */
export function flatten(values: Values, column: LeafColumn, options: ConcatOptions = {}): FlatValues {
  if (values.layout !== 'dictionary') return values;
  const kernels = options.kernels ?? javascriptKernels;
  const limits = options.limits ?? defaultLimits;
  const target = createColumnBuffer(column, { capacity: values.length, limits, allocate: kernels.allocate });
  append(target, values, kernels);
  return target.values;
}

/**
 * A piece whose values are plain: gathers those of a dictionary, and returns others as they are. Spaced, nulls are 0, false
 * or empty.
 * @throws ParquetError LIMIT when they would pass `limits.decodedBytes`.
 */
export function flattenPiece(piece: ColumnPiece, column: LeafColumn, options: ConcatOptions = {}): ColumnPiece {
  if (piece.values.layout !== 'dictionary') return piece;
  const { kernels = javascriptKernels, limits = defaultLimits } = options;
  const target = createColumnBuffer(column, { capacity: piece.values.length, limits, allocate: kernels.allocate });
  appendPiece(target, piece, column.maxDefinitionLevel, kernels);
  return { ...piece, values: target.values };
}

function joinValues(pieces: readonly ColumnPiece[], column: LeafColumn, kernels: Kernels, limits: Limits): Values {
  const parts = pieces.map(({ values }) => values);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const dictionary = sharedDictionary(parts);
  if (dictionary !== undefined) {
    if (4 * length > limits.decodedBytes) {
      throw limitError('decodedBytes', limits, `an array of ${4 * length} bytes of indices`);
    }
    const indices = new Int32Array(length);
    let at = 0;
    for (const part of parts) {
      if (part.layout !== 'dictionary') continue;
      indices.set(part.indices, at);
      at += part.length;
    }
    const joined: DictionaryValues = { layout: 'dictionary', type: column.type, length, indices, dictionary };
    return joined;
  }
  const target = createColumnBuffer(column, { capacity: length, limits, allocate: kernels.allocate });
  for (const piece of pieces) appendPiece(target, piece, column.maxDefinitionLevel, kernels);
  return target.values;
}

function sharedDictionary(parts: readonly Values[]): FlatValues | undefined {
  const [first] = parts;
  if (first?.layout !== 'dictionary') return undefined;
  const { dictionary } = first;
  return parts.every((part) => part.layout === 'dictionary' && part.dictionary === dictionary) ? dictionary : undefined;
}

function appendPiece(target: ColumnBuffer, piece: ColumnPiece, maxDefinitionLevel: number, kernels: Kernels): void {
  const { values, nulls, slotCount, spaced } = piece;
  const bits = spaced ? validityOf(nulls, maxDefinitionLevel) : undefined;
  if (values.layout !== 'dictionary' || bits === undefined) {
    append(target, values, kernels);
    return;
  }
  // Nulls become 0, false or empty: what stands at their index is of no concern, and may be long.
  const { length } = target;
  const { indices } = values;
  // One more: the index of a null is written after those that are kept.
  const present = new Int32Array(slotCount + 1);
  let count = 0;
  for (let slot = 0; slot < slotCount; slot++) {
    present[count] = indices[slot] as number;
    count += readBit(bits, slot);
  }
  gatherInto(target, values.dictionary, present, 0, count, kernels);
  spreadInPlace(target, length, count, bits, slotCount);
}

function append(target: ColumnBuffer, values: Values, kernels: Kernels): void {
  const { length } = values;
  if (values.layout !== 'dictionary') appendValues(target, values, 0, length);
  else if (values.dictionary.length > 0) gatherInto(target, values.dictionary, values.indices, 0, length, kernels);
  // Only the indices of nulls, in spaced values, may have no entry.
  else spreadInPlace(target, target.length, 0, new Uint8Array(Math.ceil(length / 8)), length);
}
