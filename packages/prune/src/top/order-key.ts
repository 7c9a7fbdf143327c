/**
 * Orders rows by the values of a column.
 *
 * Numbers, times and decimals sort by value, text and bytes by unsigned bytes, and false sorts before true. -0 equals 0.
 * NaN sorts after all numbers, as in DuckDB and PostgreSQL.
 */

import { type ColumnPiece, valueBytes } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { orderFor } from '../evaluate/compare-values.js';
import type { Comparison, Predicate } from '../predicate/predicate.js';
import { combine } from '../predicate/predicate.js';

/** PLAIN bytes of a value, without a length. */
export type Key = Uint8Array;

export interface KeyOrder {
  readonly leaf: LeafNode;
  /** Returns a negative number, 0 or a positive number, in ascending order. */
  compare(a: Key, b: Key): number;
  /** Returns the predicate that passes values up to and including `key`, in the given direction. */
  upTo(key: Key, isDescending: boolean): Predicate;
}

/** @throws ParquetError INVALID_ARGUMENT for a column without an order, or below a list. */
export function createKeyOrder(leaf: LeafNode): KeyOrder {
  const column = formatPath(leaf.path);
  const order = orderFor(leaf);
  if (order === undefined)
    throw new ParquetError('INVALID_ARGUMENT', 'cannot order rows by this column: values of its type have no order', {
      column,
    });
  if (leaf.maxRepetitionLevel > 0) {
    throw new ParquetError('INVALID_ARGUMENT', 'cannot order rows by this column: it is inside a list or map', {
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

/** Returns the value of a row as a view of the piece. The column must be spaced and not repeated, and the row must not be null. */
export function keyAt({ values }: ColumnPiece, row: number): Key {
  return valueBytes(values, row);
}
