/**
 * Splits batches of columns into batches whose nesting fits the memory.
 *
 * A slot takes a byte or two in a piece, but each list around it may add an offset and two levels, so nesting deep lists can take many times the
 * memory of the piece.
 */
import { type ColumnPiece, sliceRows } from '@marquetry/column';
import type { Limits } from '@marquetry/core';
import { pieceBytes } from './piece-bytes.js';
import type { TypedColumn } from './typed-column.js';

/** Columns of the same rows, and the most bytes that nesting them may take. */
export interface NestedPortion {
  readonly columns: readonly TypedColumn[];
  readonly rowCount: number;
  readonly mostBytes: number;
}

/** The most bytes of a list layer per slot: an offset and two levels. */
const layerBytes = 6;

/**
 * Returns the columns in portions of rows whose nesting takes at most half of the rest of `limits.memoryBytes`; one
 * portion if all fits.
 */
export function* nestedPortions(columns: readonly TypedColumn[], limits: Limits): Generator<NestedPortion> {
  const rowCount = columns[0]?.rowCount ?? 0;
  const { memoryBytes } = limits;
  let held = 0;
  let nesting = 0;
  for (const { leaf, slotCount, values, nulls } of columns) {
    held += pieceBytes({ values, slotCount, nulls });
    nesting += layerBytes * leaf.maxRepetitionLevel * slotCount;
  }
  const mostBytes = Math.max(memoryBytes - held, memoryBytes / 4);
  if (rowCount <= 1 || nesting <= mostBytes / 2) {
    yield { columns, rowCount, mostBytes };
    return;
  }
  const middle = rowCount >> 1;
  yield* nestedPortions(rowsOf(columns, 0, middle), limits);
  yield* nestedPortions(rowsOf(columns, middle, rowCount), limits);
}

function rowsOf(columns: readonly TypedColumn[], from: number, to: number): TypedColumn[] {
  return columns.map((column) => {
    const piece: ColumnPiece = sliceRows(column, from, to, column.leaf);
    return { leaf: column.leaf, ...piece };
  });
}
