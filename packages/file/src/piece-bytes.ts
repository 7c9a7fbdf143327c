/** Memory sizes of pieces and batches without dictionaries, which pieces share. */
import { type ColumnPiece, valuesByteLength } from '@marquetry/column';
import type { Values } from '@marquetry/core';

/** Bytes of a column of a batch, without a dictionary, which batches share. */
export function pieceBytes({ values, slotCount, nulls }: Pick<ColumnPiece, 'values' | 'slotCount' | 'nulls'>): number {
  return valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
}

/** Bytes of values without a dictionary. */
export function valueBytes(values: Values): number {
  return values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values);
}
