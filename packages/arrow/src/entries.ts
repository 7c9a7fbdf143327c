/**
 * Where the entries of a column come from, for what is said of one that Arrow cannot hold.
 */
import { readBit } from '@marquetry/bit-io';
import { type ErrorCode, type NoNulls, type NullBitmap, ParquetError } from '@marquetry/core';

/** The entries of one column. */
export interface Entries {
  /** Path of the column. */
  readonly column: string;
  readonly nulls: NoNulls | NullBitmap;
  /** The entry in words, by its row. */
  readonly describe: (entry: number) => string;
}

/** The row of an entry, from 0, counted from the first row that is read. */
export type RowOf = (entry: number) => number;

/** Whether there is a value: where there is none, anything may stand for it. */
export function isValid({ nulls }: Entries, entry: number): boolean {
  return nulls.kind === 'none' || readBit(nulls.bits, entry) === 1;
}

/** For an entry that cannot be given as it is. */
export function misfit(code: ErrorCode, entries: Entries, entry: number, reason: string): ParquetError {
  return new ParquetError(code, `${entries.describe(entry)}: ${reason}`, { column: entries.column });
}

/** The rows of what lists hold: entry `i` is in the list whose offsets are around it. */
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
