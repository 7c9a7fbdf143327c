/**
 * Keeps the columns that both the predicate and the output need, so that they are read only once. When the whole
 * predicate has been evaluated, the matching rows of these columns are selected.
 */
import { type ColumnPiece, decodePieceDictionaryInSteps, valuesByteLength } from '@marquetry/column';
import { keepRowsInSteps } from '@marquetry/column/kept';
import { runStepsInTurns } from '@marquetry/core';
import type { ParquetFile, TypedColumn } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import type { LeafNode } from '@marquetry/schema';
import { placesOf } from './row-bits.js';

/**
 * The fraction of `limits.memoryBytes` for columns that were read for the predicate and are kept for the output.
 * Columns that exceed it are dropped, and are read again for the output.
 */
export const keptShare: number = 1 / 4;

/** A batch of columns that was read for a predicate. */
export interface KeptBatch {
  readonly columns: readonly TypedColumn[];
  /** The columns of the batch that the output needs. */
  readonly kept: readonly TypedColumn[];
  /** The rows that the columns contain. */
  readonly rows: RowBits;
  readonly rowCount: number;
  /**
   * True if a column of the batch was passed on to the caller without being copied. In that case, the batch's memory
   * must not be reused.
   */
  isTaken: boolean;
}

/**
 * The kernels and limits for selecting rows, and a function that returns true for columns that the output needs as
 * values instead of dictionary indices.
 */
export interface OutputForm extends Pick<ParquetFile, 'kernels' | 'limits'> {
  readonly decodesDictionary: (leaf: LeafNode) => boolean;
}

/** Columns by their leaf node in the schema. */
export type ColumnsOfRows = ReadonlyMap<LeafNode, ColumnPiece>;

/** Returns, from the batches read for a predicate, the columns that the output needs, with only the rows in `left`. */
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

/** Returns the total size in bytes of the columns' values, nulls and dictionaries. */
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
