/**
 * The entries of a dictionary being built, and the bounds that they keep.
 */
import type { FlatValues, Limits } from '@marquetry/core';

/** Chunk state: entries so far, and what finds them. */
export interface DictionaryBuilder {
  /**
   * The indices of `values[from, to)`; values that are new become entries. Undefined when they would not all fit the
   * bounds: nothing is added then.
   * @throws ParquetError INVALID_ARGUMENT for values of another type, or a range that is not theirs.
   */
  add(values: FlatValues, from: number, to: number): Int32Array | undefined;
  /** The entries: a view that is right until the next {@link add}. */
  readonly values: FlatValues;
  /** Bytes of the entries as PLAIN. */
  readonly byteLength: number;
}

/** The entries of one layout. `add` trusts its range: the builder has checked it. */
export type Entries = DictionaryBuilder;

/** The bounds that entries keep. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}
