/** The interfaces of a dictionary that is being built, and of its maximum size. */
import type { DirectValues, Limits } from '@marquetry/core';

/** The dictionary of a chunk while it is being built: its entries so far, and a hash table that finds them. */
export interface DictionaryBuilder {
  /**
   * Adds all values in `values[from, to)` that are not in the dictionary yet, and returns the index of every value. If
   * they do not all fit in the dictionary, adds none and returns undefined.
   * @param memory Memory for the indices. If it is large enough, the result is a view of it.
   * @throws ParquetError INVALID_ARGUMENT if the type of the values is not that of the column, or if the range is
   * outside the values.
   */
  add(values: DirectValues, from: number, to: number, memory?: Int32Array): Int32Array | undefined;
  /** The entries so far, as a view that is valid until the next {@link add}. */
  readonly values: DirectValues;
  /** Size of the entries in PLAIN encoding, in bytes. */
  readonly byteLength: number;
}

/**
 * The entries of a dictionary with one layout of values. `add` does not check its arguments, because the builder has
 * checked them.
 */
export interface Entries extends Omit<DictionaryBuilder, 'add'> {
  /**
   * Writes the indices of `values[from, to)` to the start of `indices`. Returns false if not all values fit in the
   * dictionary.
   */
  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean;
}

/** The maximum number of entries, and the maximum size of all entries in bytes. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}
