/**
 * The forms in which a caller passes a column, and their conversion to the one form that is written: rows, taken in
 * portions.
 */
import { type Nulls, noNulls, ParquetError, sliceValues, type Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type ArrayInput, arrayValues, isNarrower, widenedValues } from './column-arrays.js';
import type { ColumnRows } from './column-rows.js';
import { type Scalar, scalarRows } from './scalars.js';
import { type SlotValues, slotRows } from './slot-rows.js';

/** Values with their nulls, such as a column of `ParquetFile.columnBatches`. */
export interface SlotsInput {
  /** Dense values, or one entry per slot if `spaced`. */
  readonly values: Values | ArrayInput;
  /** Default: none. */
  readonly nulls?: Nulls;
  /** Default: the number of values and nulls. */
  readonly slotCount?: number;
  /** Default: the number of slots, or of repetition levels that are 0. */
  readonly rowCount?: number;
  readonly spaced?: boolean;
  /** The number of the first row in errors; default 0. For a batch that is a part of something larger. */
  readonly firstRow?: number;
}

/**
 * A column of a batch: values without nulls, values with nulls, or, for a flat column, a plain array of strings,
 * numbers and so on, with null for nulls.
 */
export type ColumnInput = Values | ArrayInput | SlotsInput | readonly Scalar[];

/**
 * Returns the rows of the input. Counts are checked here, before rows are cut. Values are checked when they are taken
 * and when they are encoded.
 * @throws ParquetError INVALID_ARGUMENT for input that does not fit the column. The reason
 * of the signal.
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
    // All forms of a batch get the same checks.
    slice: (from, to) => (from === 0 && to === length ? values : sliceValues(values, from, to)),
  };
}

function valueBytesOf(values: Values): number {
  const { layout, length } = values;
  if (layout === 'bits') return 1 / 8;
  if (layout === 'fixed') return values.width;
  // Estimates the values of a dictionary by the average length of its entries.
  if (layout === 'dictionary') return valueBytesOf(values.dictionary);
  const bytes = (values.offsets?.[length] ?? 0) - (values.offsets?.[0] ?? 0);
  return length === 0 || !(bytes > 0) ? 4 : 4 + bytes / length;
}
