/** Describes the entries of a column in errors about values that Arrow or Parquet cannot represent. */
import { readBit } from '@marquetry/bit-io';
import { type ErrorCode, type NoNulls, type NullBitmap, ParquetError } from '@marquetry/core';

/**
 * The path and the nulls of a column whose values are being converted, and a function that describes an entry for
 * errors.
 */
export interface Entries {
  /** The path of the column. */
  readonly column: string;
  readonly nulls: NoNulls | NullBitmap;
  /** Returns the name of an entry in error messages, such as `row 7`. */
  readonly describe: (entry: number) => string;
}

/** Returns the row number of an entry: when reading, in the rows that are read; when writing, in its record batch. */
export type RowOf = (entry: number) => number;

/** True if the entry is not null. The values of null entries are arbitrary. */
export function isValid({ nulls }: Entries, entry: number): boolean {
  return nulls.kind === 'none' || readBit(nulls.bits, entry) === 1;
}

/** Creates the error for an entry whose value cannot be represented. */
export function misfit(code: ErrorCode, entries: Entries, entry: number, reason: string): ParquetError {
  return new ParquetError(code, `${entries.describe(entry)}: ${reason}`, { column: entries.column });
}

/**
 * Returns a function that returns the row number of a list element. Element `i` belongs to the list `k` with
 * `offsets[k] <= i < offsets[k + 1]`.
 */
export function rowOfElement(offsets: Int32Array, length: number, rowOf: RowOf): RowOf {
  return (entry) => {
    let low = 0;
    let high = length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle + 1] as number) <= entry) low = middle + 1;
      else high = middle;
    }
    return rowOf(low);
  };
}
