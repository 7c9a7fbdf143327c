/**
 * Builds the dictionary of a chunk: each distinct value once, in the order of first use.
 *
 * Values are the same when their bytes are: NaNs with other payloads, and -0 and +0, are kept apart.
 */
import {
  type ColumnType,
  defaultLimits,
  type FlatValues,
  type Limits,
  PhysicalType,
  requireValues,
} from '@marquetry/core';
import { createBitEntries } from './bits.js';
import { createByteEntries } from './bytes.js';
import { createWordEntries } from './words.js';

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

export interface DictionaryBuilderOptions {
  /** Entries at most; default `limits.dictionaryValues`. */
  readonly maxValues?: number;
  /** Bytes that the entries may take as PLAIN; default `limits.decodedBytes`. */
  readonly maxBytes?: number;
  readonly limits?: Limits;
}

/** What is to be found, layout by layout. `add` trusts its range. */
export type Entries = DictionaryBuilder;

/** The bounds that entries keep. */
export interface EntryBounds {
  readonly maxValues: number;
  readonly maxBytes: number;
  readonly limits: Limits;
}

/** A builder for any of the eight types. */
export function createDictionaryBuilder(column: ColumnType, options: DictionaryBuilderOptions = {}): DictionaryBuilder {
  const limits = options.limits ?? defaultLimits;
  const bounds: EntryBounds = {
    maxValues: Math.min(options.maxValues ?? limits.dictionaryValues, limits.dictionaryValues),
    maxBytes: Math.min(options.maxBytes ?? limits.decodedBytes, limits.decodedBytes),
    limits,
  };
  const entries = entriesOf(column, bounds);
  const { layout } = entries.values;
  return {
    add: (values, from, to) => entries.add(requireValues(values, layout, column, from, to), from, to),
    get values(): FlatValues {
      return entries.values;
    },
    get byteLength(): number {
      return entries.byteLength;
    },
  };
}

function entriesOf(column: ColumnType, bounds: EntryBounds): Entries {
  switch (column.type) {
    case PhysicalType.BOOLEAN:
      return createBitEntries(bounds);
    case PhysicalType.INT32:
    case PhysicalType.FLOAT:
      return createWordEntries(column, 1, bounds);
    case PhysicalType.INT64:
    case PhysicalType.DOUBLE:
      return createWordEntries(column, 2, bounds);
    default:
      return createByteEntries(column, bounds);
  }
}
