/** Checks that the rows to write are in the order that the footer will state. */
import type { ColumnPiece } from '@marquetry/column';
import { canSortBy, createSortCheck, type SortCheck, type WriteBatch } from '@marquetry/column-writer';
import { ParquetError } from '@marquetry/core';
import type { ColumnPlan, WritePlan } from './options.js';

export interface CheckedSorting {
  /**
   * Receives the next rows of a column. Call it once for each column, in schema order, always for the same range of
   * rows.
   */
  see(column: ColumnPlan, batch: WriteBatch): void;
  /**
   * Checks the rows that were passed to {@link see}. Call it after the rows of all columns have been passed.
   * @throws ParquetError INVALID_ARGUMENT for a row that is out of order.
   */
  check(rows: number): void;
  /** Starts the next row group, whose rows are sorted independently. */
  restart(): void;
}

/**
 * Creates the check for the `checkSorting` option. Returns undefined if `checkSorting` or `sortingColumns` is not set.
 * @throws ParquetError INVALID_ARGUMENT for a sorting column whose type has no order.
 */
export function createCheckedSorting({ columns, sortingColumns, checkSorting }: WritePlan): CheckedSorting | undefined {
  if (!checkSorting || sortingColumns.length === 0) return undefined;
  const sorted = sortingColumns.map(({ columnIdx, descending, nullsFirst }) => {
    const { leaf, path } = columns[columnIdx] as ColumnPlan;
    if (canSortBy(leaf)) return { leaf, descending, nullsFirst };
    throw new ParquetError(
      'INVALID_ARGUMENT',
      'the type of this column has no order, so its sorting cannot be checked',
      {
        column: path,
      },
    );
  });
  const seen = new Map<ColumnPlan['leaf'], ColumnPiece>();
  const isSorted = new Set(sorted.map(({ leaf }) => leaf));
  let checking: SortCheck = createSortCheck(sorted);
  let row = 0;
  return {
    see: ({ leaf }, batch) => {
      if (isSorted.has(leaf)) seen.set(leaf, { ...batch, spaced: false });
    },
    check: (rows) => {
      const wrong = checking.add(sorted.map(({ leaf }) => seen.get(leaf) as ColumnPiece));
      if (wrong !== undefined) {
        const names = sortingColumns.map(({ columnIdx }) => columns[columnIdx]?.path).join(', ');
        const what = `row ${row + wrong} of the row group must not sort before its predecessor: rows must be sorted by ${names}`;
        throw new ParquetError('INVALID_ARGUMENT', what);
      }
      row += rows;
    },
    restart: () => {
      checking = createSortCheck(sorted);
      row = 0;
    },
  };
}
