/**
 * Columns of a predicate that are output, too: they are kept as they were read until all of the predicate was tested, and then cut
 * once to the rows that passed.
 */
import { type ColumnPiece, flatBytes, selectRowsInSteps } from '@marquetry/column';
import { runStepsInTurns } from '@marquetry/core';
import type { ParquetFile, RowBits, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { placesOf } from './row-bits.js';

/** The part of `limits.memoryBytes` that may be kept: more is read again where it is wanted. */
export const keptShare: number = 1 / 4;

/** A batch of columns that was read for a predicate. */
export interface KeptBatch {
  readonly columns: readonly TypedColumn[];
  /** Those that are output. */
  readonly kept: readonly TypedColumn[];
  /** The rows that they have. */
  readonly rows: RowBits;
  /** True once a column of it was handed out as it is: its memory is not used again. */
  isTaken: boolean;
}

/** Columns by what they are of. */
export type ColumnsOfRows = ReadonlyMap<LeafNode, ColumnPiece>;

/** The rows that are left of kept columns. */
export async function cutColumns(
  batches: readonly KeptBatch[],
  left: RowBits,
  file: Pick<ParquetFile, 'kernels' | 'limits'>,
  signal: AbortSignal | undefined,
): Promise<ColumnsOfRows> {
  const found = new Map<LeafNode, ColumnPiece>();
  for (const batch of batches) {
    if (batch.kept.length === 0) continue;
    const places = placesOf(left, batch.rows);
    for (const column of batch.kept) {
      const { leaf } = column;
      const steps = runStepsInTurns(selectRowsInSteps(column, places, leaf, file), signal);
      const cut = steps instanceof Promise ? await steps : steps;
      if (cut === column) batch.isTaken = true;
      found.set(leaf, cut);
    }
  }
  return found;
}

/** Bytes of values, nulls and dictionaries. */
export function bytesOfColumns(columns: Iterable<ColumnPiece>): number {
  let byteLength = 0;
  for (const { values, slotCount, nulls } of columns) {
    const levels = nulls.kind === 'levels' ? 2 * slotCount : nulls.kind === 'bitmap' ? slotCount / 8 : 0;
    byteLength += levels;
    if (values.layout === 'dictionary') byteLength += values.indices.byteLength + flatBytes(values.dictionary);
    else byteLength += flatBytes(values);
  }
  return byteLength;
}
