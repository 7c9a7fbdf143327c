/** How rows are ordered, and which rows. */
import type { Values } from '@marquetry/core';
import type { ReadBatchesOptions } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/** The column and direction that rows are ordered by. Rows of equal values keep the order of the file. */
export interface OrderBy {
  /** The path of a column that is not inside a list or map. */
  readonly column: string;
  /** Default false. NaN counts as the greatest value. */
  readonly descending?: boolean;
  /** Whether nulls come first or last; default `last`, in both directions. */
  readonly nulls?: 'first' | 'last';
}

/** Which rows to order. `limit` is required, because `offset + limit` rows are kept in memory. */
export interface TopRowsOptions
  extends Pick<ReadBatchesOptions, 'where' | 'use' | 'paranoid' | 'rowGroups' | 'offset' | 'limit' | 'signal'> {
  readonly orderBy: string | OrderBy;
}

/** Which rows of a file to scan. */
export type ScanTopOptions = Omit<TopRowsOptions, 'orderBy' | 'offset' | 'limit'>;

/** A column of a file that holds the values of a column of another schema. */
export interface StoredKey {
  readonly stored: LeafNode;
  /** The column that rows are ordered by. */
  readonly leaf: LeafNode;
  /** Converts values of `stored` to those of `leaf`; undefined if both have the same values in the same order. */
  readonly widen?: ((values: Values) => Values) | undefined;
}

/** Leaves out the options that do not select rows, which callers may pass too. */
export function scanned({ where, use, paranoid, rowGroups, signal }: ScanTopOptions): ScanTopOptions {
  return {
    ...(where !== undefined && { where }),
    ...(use !== undefined && { use }),
    ...(paranoid !== undefined && { paranoid }),
    ...(rowGroups !== undefined && { rowGroups }),
    ...(signal !== undefined && { signal }),
  };
}
