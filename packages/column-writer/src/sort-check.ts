/**
 * Checks whether rows are in the order that their row group declares (parquet.thrift `SortingColumn`).
 *
 * Rows are compared by the first sorting column, rows that are equal in that column by the second, and so on. NaN
 * compares as equal to every value, and -0 as equal to 0.
 */

import { readBit } from '@marquetry/bit-io';
import { type ColumnPiece, valueBytes } from '@marquetry/column';
import { PhysicalType } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import { validityOf } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';

/** A column by which rows are sorted, and the direction. */
export interface SortedColumn {
  readonly leaf: LeafNode;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Checks the order of rows, which may be passed in several calls. */
export interface SortCheck {
  /**
   * Checks the next rows, given as one piece (values and nulls) per column. Returns the index, within these pieces, of
   * the first row that sorts before the previous row. Returns undefined if all rows are in order.
   */
  add(pieces: readonly ColumnPiece[]): number | undefined;
}

/**
 * True if rows can be sorted by the column, which requires that it is not inside a list and that its type has an order.
 */
export function canSortBy(leaf: LeafNode): boolean {
  return leaf.maxRepetitionLevel === 0 && sortOrder(leaf) !== undefined;
}

function sortOrder(leaf: LeafNode): ValueOrder | undefined {
  return orderOf(leaf, leaf.type === PhysicalType.INT96 ? 'INT96_TIMESTAMP_ORDER' : 'TYPE_ORDER');
}

/** Creates a check for the rows of one row group. {@link canSortBy} must be true for every column. */
export function createSortCheck(columns: readonly SortedColumn[]): SortCheck {
  const orders = columns.map(({ leaf }) => sortOrder(leaf) as ValueOrder);
  /**
   * The values of the previous row, one per column; a null is undefined. The array itself is undefined before the first
   * row.
   */
  let before: (Uint8Array | undefined)[] | undefined;

  const comesBefore = (
    row: readonly (Uint8Array | undefined)[],
    last: readonly (Uint8Array | undefined)[],
  ): boolean => {
    for (const [i, { descending, nullsFirst }] of columns.entries()) {
      const [a, b] = [last[i], row[i]];
      if (a === undefined && b === undefined) continue;
      // At this point, exactly one of the two values is null.
      if (a === undefined || b === undefined) return (b === undefined) === nullsFirst;
      const order = orders[i] as ValueOrder;
      const isNan = order.hasNans && (order.isNan(a) || order.isNan(b));
      const compared = isNan ? 0 : order.compareNumbers(a, b);
      if (compared !== 0) return descending ? compared < 0 : compared > 0;
    }
    return false;
  };

  return {
    add: (pieces) => {
      const validity = pieces.map(({ nulls }, i) =>
        validityOf(nulls, (columns[i] as SortedColumn).leaf.maxDefinitionLevel),
      );
      /** For each column, the index of the next value. Nulls are not counted. */
      const next = new Int32Array(pieces.length);
      const rowCount = pieces[0]?.rowCount ?? 0;
      for (let row = 0; row < rowCount; row++) {
        const values = pieces.map(({ values, spaced }, i): Uint8Array | undefined => {
          const bits = validity[i];
          if (bits !== undefined && readBit(bits, row) === 0) return undefined;
          const at = spaced ? row : (next[i] as number);
          next[i] = at + 1;
          return valueBytes(values, at);
        });
        if (before !== undefined && comesBefore(values, before)) return row;
        before = values;
      }
      // The values of the last row are copied, because the caller may reuse the memory of the pieces.
      before = before?.map((value) => value && new Uint8Array(value));
      return undefined;
    },
  };
}
