/** The interface of a dictionary that is being built, and its maximum size. */
import type { DirectValues, Limits } from '@marquetry/core';

/** The dictionary of a chunk while it is being built: its entries so far, and a hash table that finds them. */
export interface DictionaryBuilder {
  /**
   * Returns the indices of `values[from, to)`, and adds values that are new as entries. Returns undefined, and adds
   * nothing, if not all of them fit in the dictionary.
   * @param memory Memory for the indices. If it is large enough, the result is a view of it.
   * @throws ParquetError INVALID_ARGUMENT for values of another type, or a range outside of the values.
   */
  add(values: DirectValues, from: number, to: number, memory?: Int32Array): Int32Array | undefined;
  /** The entries so far, as a view that is valid until the next {@link add}. */
  readonly values: DirectValues;
  /** Number of bytes that the entries take in PLAIN. */
  readonly byteLength: number;
}

/** The entries of one layout. Its `add` does not check arguments, because the builder has checked them. */
export interface Entries extends Omit<DictionaryBuilder, 'add'> {
  /**
   * Writes the indices of `values[from, to)` to the start of `indices`. Returns false if not all values fit in the
   * dictionary.
   */
  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean;
}

/** The maximum number of entries, and of their bytes. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}
