/**
 * The entries of a dictionary being built, and the bounds that they keep.
 */
import type { DirectValues, Limits } from '@marquetry/core';

/** Chunk state: entries so far, and what finds them. */
export interface DictionaryBuilder {
  /**
   * The indices of `values[from, to)`; values that are new become entries. Undefined when they would not all fit the
   * bounds: nothing is added then.
   * @param memory What the indices are written to, if it has room for them: the result is then a view of it.
   * @throws ParquetError INVALID_ARGUMENT for values of another type, or a range that is not theirs.
   */
  add(values: DirectValues, from: number, to: number, memory?: Int32Array): Int32Array | undefined;
  /** The entries: a view that is right until the next {@link add}. */
  readonly values: DirectValues;
  /** Bytes of the entries as PLAIN. */
  readonly byteLength: number;
}

/** The entries of one layout. Their `add` trusts its arguments: the builder has checked them. */
export interface Entries extends Omit<DictionaryBuilder, 'add'> {
  /** Writes the indices of `values[from, to)` to the start of `indices`. False when they would not all fit the bounds. */
  add(values: DirectValues, from: number, to: number, indices: Int32Array): boolean;
}

/** The bounds that entries keep. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}
