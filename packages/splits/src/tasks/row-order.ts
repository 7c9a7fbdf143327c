/**
 * Computes the order of rows by the given columns, as a permutation of the row numbers.
 *
 * Rows are sorted by the last column first, then by the column before it, and so on. Each sort is stable, so rows with equal values in a column
 * remain in the order of the later columns.
 */
import type { ColumnPiece } from '@marquetry/column';
import { ParquetError, PhysicalType, type Steps } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import { validityOf } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { radixSorted } from './radix-sort.js';
import { codesOf, inverted } from './sort-codes.js';

/** A column by which rows are sorted. */
export interface SortKey {
  readonly leaf: LeafNode;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Returns the order in which a column's values are compared, whatever order the footer states; undefined if the values have no order. */
export function orderIn(leaf: LeafNode): ValueOrder | undefined {
  return orderOf(leaf, leaf.type === PhysicalType.INT96 ? 'INT96_TIMESTAMP_ORDER' : 'TYPE_ORDER');
}

/**
 * Returns the order in which the values of a sort column are compared.
 * @throws ParquetError INVALID_ARGUMENT if the column is in a list or map, or its values have no order.
 */
export function sortOrderOf(leaf: LeafNode): ValueOrder {
  const order = orderIn(leaf);
  if (order !== undefined && leaf.maxRepetitionLevel === 0) return order;
  const why = order === undefined ? 'values of this type have no order' : 'lists and maps have several values per row';
  throw new ParquetError('INVALID_ARGUMENT', `rows cannot be sorted by this column: ${why}`, {
    column: formatPath(leaf.path),
  });
}

/**
 * Returns the row numbers in sorted order. Equal rows keep their order, -0 equals 0, and NaN is greater than all numbers.
 * @param columns The columns of the sort keys, which all cover the same rows, without entries for nulls (dense).
 */
export function* sortedRows(
  keys: readonly SortKey[],
  columns: readonly ColumnPiece[],
  rowCount: number,
): Steps<Int32Array> {
  let rows: Int32Array = Int32Array.from({ length: rowCount }, (_, row) => row);
  for (let i = keys.length - 1; i >= 0; i--) {
    rows = yield* sortedBy(keys[i] as SortKey, columns[i] as ColumnPiece, rows);
  }
  return rows;
}

function* sortedBy({ leaf, descending, nullsFirst }: SortKey, piece: ColumnPiece, rows: Int32Array): Steps<Int32Array> {
  const ascending = yield* codesOf(leaf, sortOrderOf(leaf), piece.values);
  const codes = descending ? inverted(ascending) : ascending;
  const bits = validityOf(piece.nulls, leaf.maxDefinitionLevel);
  if (bits === undefined) return yield* radixSorted(rows, codes);
  /** For each row, the index of its value; -1 for null. */
  const places = new Int32Array(rows.length);
  for (let row = 0, next = 0; row < rows.length; row++) {
    places[row] = (((bits[row >> 3] as number) >>> (row & 7)) & 1) === 1 ? next++ : -1;
  }
  const withValue = rows.filter((row) => (places[row] as number) >= 0);
  const withoutValue = rows.filter((row) => (places[row] as number) < 0);
  yield;
  const sorted = yield* radixSorted(withValue, codes, places);
  const joined = new Int32Array(rows.length);
  joined.set(nullsFirst ? withoutValue : sorted);
  joined.set(nullsFirst ? sorted : withoutValue, nullsFirst ? withoutValue.length : sorted.length);
  return joined;
}
