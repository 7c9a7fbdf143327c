/**
 * What columns of a predicate take that are kept for the output.
 */
import { type ColumnPiece, flatBytes } from '@marquetry/column';

/** The part of `limits.memoryBytes` that may be kept: more is read again where it is wanted. */
export const keptShare: number = 1 / 4;

/** Bytes of values, nulls and dictionaries. */
export function bytesOfKept(columns: ReadonlyMap<unknown, ColumnPiece>): number {
  let byteLength = 0;
  for (const { values, slotCount, nulls } of columns.values()) {
    const levels = nulls.kind === 'levels' ? 2 * slotCount : nulls.kind === 'bitmap' ? slotCount / 8 : 0;
    byteLength += levels;
    if (values.layout === 'dictionary') byteLength += values.indices.byteLength + flatBytes(values.dictionary);
    else byteLength += flatBytes(values);
  }
  return byteLength;
}
