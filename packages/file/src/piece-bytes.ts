/** Memory sizes of pieces and batches. Dictionaries do not count, because pieces share them. */
import { type ColumnPiece, valuesByteLength } from '@marquetry/column';
import type { Values } from '@marquetry/core';

/** Returns the bytes of a piece without its dictionary. */
export function pieceBytes({ values, slotCount, nulls }: Pick<ColumnPiece, 'values' | 'slotCount' | 'nulls'>): number {
  return valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
}

/** Returns the bytes of values without their dictionary. */
export function valueBytes(values: Values): number {
  return values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values);
}
