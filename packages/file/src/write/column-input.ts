/**
 * The forms in which a caller can pass a column. Each is converted to {@link ColumnRows}, from which one range of rows
 * after another is read.
 */
import { type Nulls, noNulls, ParquetError, sliceValues, type Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type ArrayInput, arrayValues, isNarrower, widenedValues } from './column-arrays.js';
import type { ColumnRows } from './column-rows.js';
import { type Scalar, scalarRows } from './scalars.js';
import { type SlotValues, slotRows } from './slot-rows.js';

/** Values with their nulls, such as a column from `ParquetFile.columnBatches`. */
export interface SlotsInput {
  /** The values without entries for nulls, or with one entry per slot if `spaced` is true. */
  readonly values: Values | ArrayInput;
  /** The slots that are null; default: none. */
  readonly nulls?: Nulls;
  /** Number of slots; default: the number of values plus the number of nulls. */
  readonly slotCount?: number;
  /**
   * Number of rows. Default: the number of slots, or for repeated columns the number of repetition levels that are 0.
   */
  readonly rowCount?: number;
  readonly spaced?: boolean;
  /** The number of the first row in error messages; default 0. Set it if the batch is part of a larger batch. */
  readonly firstRow?: number;
}

/**
 * A column of a batch: values without nulls, values with nulls, or an ordinary array of strings, numbers and so on. An
 * ordinary array may contain null, and is allowed only for flat columns.
 */
export type ColumnInput = Values | ArrayInput | SlotsInput | readonly Scalar[];

/**
 * Returns the rows of the input. The numbers of values, slots and rows are checked at once, but values only when they
 * are read and encoded.
 * @throws ParquetError INVALID_ARGUMENT for input that does not fit the column; the signal's reason if it is aborted.
 */
export function columnRows(leaf: LeafNode, input: ColumnInput, signal: AbortSignal): ColumnRows | Promise<ColumnRows> {
  if (isScalars(input)) return scalarRows(leaf, input, signal);
  if (ArrayBuffer.isView(input) || 'layout' in input) {
    return slotRows(leaf, { values: slotValues(leaf, input), nulls: noNulls }, signal);
  }
  if (!('values' in input)) {
    throw new ParquetError('INVALID_ARGUMENT', 'a column must be values, an array, or an object with values and nulls');
  }
  const { values, nulls = noNulls, slotCount, rowCount, spaced, firstRow } = input;
  return slotRows(leaf, { values: slotValues(leaf, values), nulls, slotCount, rowCount, spaced, firstRow }, signal);
}

function isScalars(input: ColumnInput): input is readonly Scalar[] {
  return Array.isArray(input);
}

function slotValues(leaf: LeafNode, input: Values | ArrayInput): SlotValues {
  if (ArrayBuffer.isView(input) && isNarrower(leaf, input)) {
    const slice = (from: number, to: number): Values => widenedValues(leaf, input.subarray(from, to));
    return { length: input.length, valueBytes: leaf.width, slice };
  }
  const values = ArrayBuffer.isView(input) ? arrayValues(leaf, input) : input;
  const { length } = values;
  return {
    length,
    valueBytes: valueBytesOf(values),
    // A whole batch is not sliced, so that the chunk writer checks the values as the caller passed them.
    slice: (from, to) => (from === 0 && to === length ? values : sliceValues(values, from, to)),
  };
}

function valueBytesOf(values: Values): number {
  const { layout, length } = values;
  if (layout === 'bits') return 1 / 8;
  if (layout === 'fixed') return values.width;
  // Estimate the bytes per value from the average length of the dictionary's entries.
  if (layout === 'dictionary') return valueBytesOf(values.dictionary);
  const bytes = (values.offsets?.[length] ?? 0) - (values.offsets?.[0] ?? 0);
  return length === 0 || !(bytes > 0) ? 4 : 4 + bytes / length;
}
