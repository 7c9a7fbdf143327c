/** Describes the entries of a column, for errors about an entry that Arrow cannot represent. */
import { readBit } from '@marquetry/bit-io';
import { type ErrorCode, type NoNulls, type NullBitmap, ParquetError } from '@marquetry/core';

/** The entries of one column. */
export interface Entries {
  /** Path of the column. */
  readonly column: string;
  readonly nulls: NoNulls | NullBitmap;
  /** Returns a description of the entry, such as its row. */
  readonly describe: (entry: number) => string;
}

/** Returns the row of an entry, counted from 0 at the first row that is read. */
export type RowOf = (entry: number) => number;

/** True if the entry has a value. Null entries may hold any bytes. */
export function isValid({ nulls }: Entries, entry: number): boolean {
  return nulls.kind === 'none' || readBit(nulls.bits, entry) === 1;
}

/** Creates the error for an entry that cannot be represented. */
export function misfit(code: ErrorCode, entries: Entries, entry: number, reason: string): ParquetError {
  return new ParquetError(code, `${entries.describe(entry)}: ${reason}`, { column: entries.column });
}

/** Returns a function from elements of lists to rows: entry `i` belongs to the list whose offsets enclose it. */
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
