/**
 * Computes how much memory values and their nulls use. Dictionaries are not counted, because several arrays of values
 * may share one dictionary.
 */
import { type ColumnPiece, valuesByteLength } from '@marquetry/column';
import type { Values } from '@marquetry/core';

/** Returns the size of the values and nulls of a {@link ColumnPiece} in bytes, without its dictionary. */
export function pieceBytes({ values, slotCount, nulls }: Pick<ColumnPiece, 'values' | 'slotCount' | 'nulls'>): number {
  return valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
}

/** Returns the size of values in bytes, without their dictionary. */
export function valueBytes(values: Values): number {
  return values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values);
}
