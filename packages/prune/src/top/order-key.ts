/**
 * Defines the sort order of rows by the values of one column.
 *
 * Numbers, times and decimals are sorted by value, text and byte arrays byte by byte (unsigned), and false comes before
 * true. -0 equals 0. NaN comes after all numbers, as in DuckDB and PostgreSQL.
 */

import { type ColumnPiece, valueBytes } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { orderFor } from '../evaluate/compare-values.js';
import type { Comparison, Predicate } from '../predicate/predicate.js';
import { combine } from '../predicate/predicate.js';

/** A value to sort by, as its PLAIN bytes without a length prefix. */
export type Key = Uint8Array;

export interface KeyOrder {
  readonly leaf: LeafNode;
  /**
   * Compares two values for ascending order. Returns a negative number if `a` comes before `b`, 0 if they are equal,
   * and a positive number otherwise.
   */
  compare(a: Key, b: Key): number;
  /** Returns a predicate that is true for values that do not come after `key` in the given direction. */
  upTo(key: Key, isDescending: boolean): Predicate;
}

/**
 * Creates the sort order of a column's values.
 * @throws ParquetError INVALID_ARGUMENT if the column is inside a list or map, or its values have no order.
 */
export function createKeyOrder(leaf: LeafNode): KeyOrder {
  const column = formatPath(leaf.path);
  const order = orderFor(leaf);
  if (order === undefined)
    throw new ParquetError('INVALID_ARGUMENT', 'cannot sort rows by this column: its type has no sort order', {
      column,
    });
  if (leaf.maxRepetitionLevel > 0) {
    throw new ParquetError('INVALID_ARGUMENT', 'cannot sort rows by a column inside a list or map', {
      column,
    });
  }
  const test = (comparison: Comparison): Predicate => ({ kind: 'value', test: { leaf, path: column, comparison } });
  return {
    leaf,
    compare: (a, b) => {
      if (order.hasNans) {
        const [x, y] = [order.isNan(a), order.isNan(b)];
        if (x || y) return Number(x) - Number(y);
      }
      return order.compareNumbers(a, b);
    },
    upTo: (key, isDescending) => {
      const isNan = order.hasNans && order.isNan(key);
      const nans = test({ kind: 'isNaN', isNegated: false });
      if (isNan) return isDescending ? nans : test({ kind: 'isNull', level: leaf.maxDefinitionLevel, isNegated: true });
      const literal = { kind: 'exact', bytes: key } as const;
      const within = test({ kind: 'relation', relation: isDescending ? 'ge' : 'le', literal, isNegated: false });
      return order.hasNans && isDescending ? combine('or', [within, nans]) : within;
    },
  };
}

/**
 * Returns the bytes of the value in a row, which alias the memory of the column. The column must have one value per row
 * (it is spaced and not repeated), and the value must not be null.
 */
export function keyAt({ values }: ColumnPiece, row: number): Key {
  return valueBytes(values, row);
}
