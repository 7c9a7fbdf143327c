/**
 * Columns of a predicate that are output, too: they are kept as they were read until all of the predicate was tested, and then cut
 * once to the rows that passed.
 */
import { type ColumnPiece, decodePieceDictionaryInSteps, valuesByteLength } from '@marquetry/column';
import { keepRowsInSteps } from '@marquetry/column/kept';
import { runStepsInTurns } from '@marquetry/core';
import type { ParquetFile, TypedColumn } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { placesOf } from './row-bits.js';

/** The part of `limits.memoryBytes` that may be kept: more is read again where it is wanted. */
export const keptShare: number = 1 / 4;

/** A batch of columns that was read for a predicate. */
export interface KeptBatch {
  readonly columns: readonly TypedColumn[];
  /** Those that are output. */
  readonly kept: readonly TypedColumn[];
  /** The rows that they have, and how many. */
  readonly rows: RowBits;
  readonly rowCount: number;
  /** True once a column of it was handed out as it is: its memory is not used again. */
  isTaken: boolean;
}

/** What kept columns are cut with, where their memory comes from, and which are to be values instead of indices. */
export interface OutputForm extends Pick<ParquetFile, 'kernels' | 'limits'> {
  readonly decodesDictionary: (leaf: LeafNode) => boolean;
}

/** Columns by what they are of. */
export type ColumnsOfRows = ReadonlyMap<LeafNode, ColumnPiece>;

/** The rows that are left of kept columns. */
export async function cutColumns(
  batches: readonly KeptBatch[],
  left: RowBits,
  output: OutputForm,
  signal: AbortSignal | undefined,
): Promise<ColumnsOfRows> {
  const found = new Map<LeafNode, ColumnPiece>();
  for (const batch of batches) {
    if (batch.kept.length === 0) continue;
    const places = placesOf(left, batch.rows, batch.rowCount);
    for (const column of batch.kept) {
      const { leaf } = column;
      const cut = await runStepsInTurns(keepRowsInSteps(column, places, leaf, output), signal);
      const isGathered = output.decodesDictionary(leaf) && cut.values.layout === 'dictionary';
      if (cut === column && !isGathered) batch.isTaken = true;
      found.set(
        leaf,
        isGathered ? await runStepsInTurns(decodePieceDictionaryInSteps(cut, leaf, output), signal) : cut,
      );
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
    if (values.layout === 'dictionary') byteLength += values.indices.byteLength + valuesByteLength(values.dictionary);
    else byteLength += valuesByteLength(values);
  }
  return byteLength;
}
