/** The entries of a dictionary under construction, and their maximum sizes. */
import type { DirectValues, Limits } from '@marquetry/core';

/** The dictionary of a chunk under construction: its entries so far, and a table that finds them. */
export interface DictionaryBuilder {
  /**
   * Returns the indices of `values[from, to)` and adds new values as entries. Returns undefined, and adds nothing, if
   * not all of them fit in the dictionary.
   * @param memory Receives the indices if it has room for them: the result is then a view of it.
   * @throws ParquetError INVALID_ARGUMENT for values of another type, or a range outside of them.
   */
  add(values: DirectValues, from: number, to: number, memory?: Int32Array): Int32Array | undefined;
  /** The entries, as a view that is valid until the next {@link add}. */
  readonly values: DirectValues;
  /** Size of the entries in bytes, as PLAIN. */
  readonly byteLength: number;
}

/** The entries of one layout. `add` does not check its arguments: the builder has done so. */
export interface Entries extends Omit<DictionaryBuilder, 'add'> {
  /**
   * Writes the indices of `values[from, to)` to the start of `indices`. Returns false if not all values fit the
   * bounds.
   */
  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean;
}

/** Maximum sizes of the entries. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}
