/** Computes the memory of values and their nulls. Dictionaries are not counted, because several columns of values share one. */
import { type ColumnPiece, valuesByteLength } from '@marquetry/column';
import type { Values } from '@marquetry/core';

/** Returns how many bytes the values and nulls of a piece take, without its dictionary. */
export function pieceBytes({ values, slotCount, nulls }: Pick<ColumnPiece, 'values' | 'slotCount' | 'nulls'>): number {
  return valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
}

/** Returns how many bytes values take, without their dictionary. */
export function valueBytes(values: Values): number {
  return values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values);
}
