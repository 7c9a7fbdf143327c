/**
 * Builds the dictionary of a chunk: its distinct values, in the order in which they first occur.
 *
 * Values are equal if their bytes are equal, so NaNs with different payloads are distinct, and so are -0 and +0.
 */
import {
  type ColumnType,
  type DirectValues,
  defaultLimits,
  type Limits,
  PhysicalType,
  requireValues,
} from '@marquetry/core';
import { createBitEntries } from './bits.js';
import { createByteEntries } from './bytes.js';
import type { DictionaryBuilder, Entries, EntryBounds } from './entries.js';
import { createWordEntries } from './words.js';

/**
 * Options for {@link createDictionaryBuilder}: the maximum size of the dictionary. If values do not fit, {@link
 * DictionaryBuilder.add} returns undefined.
 */
export interface DictionaryBuilderOptions {
  /** Maximum number of entries. Default: `limits.dictionaryValues`. */
  readonly maxValues?: number;
  /** Maximum size of the entries in PLAIN encoding, in bytes. Default: `limits.decodedBytes`. */
  readonly maxBytes?: number;
  readonly limits?: Limits;
}

/** Creates a builder for the dictionary of a chunk. The column may have any physical type. */
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
    add(values, from, to, memory) {
      const checked = requireValues(values, layout, column, from, to);
      const count = to - from;
      const indices =
        memory !== undefined && memory.length >= count ? memory.subarray(0, count) : new Int32Array(count);
      return entries.add(checked, from, to, indices) ? indices : undefined;
    },
    get values(): DirectValues {
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
