/** Options for reading the first rows of a file in the sort order of one column. */
import type { Values } from '@marquetry/core';
import type { ReadBatchesOptions } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/**
 * The column whose values determine the sort order of rows, and the direction. Rows with equal values keep their order
 * in the file.
 */
export interface OrderBy {
  /** Path of the column, which must not be inside a list or map. */
  readonly column: string;
  /** True for descending order; default false. NaN counts as the greatest value. */
  readonly descending?: boolean;
  /** Whether nulls come first or last; default `last`, in both directions. */
  readonly nulls?: 'first' | 'last';
}

/**
 * Options that select the rows to sort and define their order. `limit` is required, because `offset + limit` rows are
 * kept in memory.
 */
export interface TopRowsOptions
  extends Pick<ReadBatchesOptions, 'where' | 'use' | 'paranoid' | 'rowGroups' | 'offset' | 'limit' | 'signal'> {
  readonly orderBy: string | OrderBy;
}

/** Options that select which rows of a file are scanned. */
export type ScanTopOptions = Omit<TopRowsOptions, 'orderBy' | 'offset' | 'limit'>;

/**
 * The column of a file that stores the values to sort by, for a file whose schema differs from the schema that all
 * files have in common.
 */
export interface StoredKey {
  readonly stored: LeafNode;
  /** The sort column in the schema that all files have in common. */
  readonly leaf: LeafNode;
  /** Converts values of `stored` to the type of `leaf`. `undefined` if both columns have the same values in the same order. */
  readonly widen?: ((values: Values) => Values) | undefined;
}

/** Returns only the options that select rows, without `orderBy`, `offset` and `limit`. */
export function scanned({ where, use, paranoid, rowGroups, signal }: ScanTopOptions): ScanTopOptions {
  return {
    ...(where !== undefined && { where }),
    ...(use !== undefined && { use }),
    ...(paranoid !== undefined && { paranoid }),
    ...(rowGroups !== undefined && { rowGroups }),
    ...(signal !== undefined && { signal }),
  };
}
