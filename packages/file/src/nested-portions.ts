/**
 * Splits the rows of a batch into ranges, so that the nested columns made from each range fit in memory.
 *
 * A slot of a flat column takes a byte or two, but each enclosing list may add an offset and two levels, so deeply
 * nested lists can take many times the memory of the flat column.
 */
import { type ColumnPiece, sliceRows } from '@marquetry/column';
import type { Limits } from '@marquetry/core';
import { pieceBytes } from './piece-bytes.js';
import type { TypedColumn } from './typed-column.js';

/** Some rows of a batch's columns, and how many bytes their conversion to nested columns may use. */
export interface NestedPortion {
  readonly columns: readonly TypedColumn[];
  readonly rowCount: number;
  readonly mostBytes: number;
}

/** Maximum number of bytes per slot for each enclosing list: an offset and two levels. */
const layerBytes = 6;

/**
 * Yields the columns in ranges of rows. Converting a range to nested columns takes at most half of the memory that the
 * columns leave free in `limits.memoryBytes`. Yields one range if all rows fit.
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
