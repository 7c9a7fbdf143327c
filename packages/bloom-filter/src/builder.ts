/** Builds the Bloom filter of a column chunk from the chunk's values. */
import { type DirectValues, ParquetError, PhysicalType, runSteps, type Steps } from '@marquetry/core';
import { insertHash } from './blocks.js';
import type { FilterColumn } from './column.js';
import { createHashSet } from './hash-set.js';
import { hashValues } from './hash-values.js';
import { filterToBytes } from './layout.js';
import type { BloomFilterOptions } from './options.js';
import { filterBytes } from './size.js';

/** A filter under construction. Created by {@link createBloomBuilder}. */
export interface BloomBuilder {
  /** Adds `values[from, to)`. Adding a value again has no effect. The builder keeps no reference to `values`. */
  add(values: DirectValues, from: number, to: number): void;
  /** Number of bytes of memory that the builder uses. */
  readonly byteLength: number;
  /**
   * Reserves memory for `count` more values, in steps of about a millisecond, so that {@link add} does not have to
   * enlarge the memory.
   */
  reserveInSteps(count: number): Steps<void>;
  /** Returns the filter as it is stored in a file: the header, then the bits. */
  finish(): Uint8Array;
  /** Like {@link finish}, but in steps of about a millisecond. */
  finishInSteps(): Steps<Uint8Array>;
}

const defaultRate = 0.01;

/**
 * Creates a builder for the filter of one chunk. Without the `distinctValues` option, the builder keeps every distinct
 * hash until `finish`, at 16 to 32 bytes per hash, and then chooses the size of the filter.
 * @throws ParquetError INVALID_ARGUMENT for a BOOLEAN column, which cannot have a filter (BloomFilter.md), and for an
 * option that is out of range.
 */
export function createBloomBuilder(column: FilterColumn, options: BloomFilterOptions = {}): BloomBuilder {
  if (column.type === PhysicalType.BOOLEAN) {
    throw new ParquetError('INVALID_ARGUMENT', 'a BOOLEAN column cannot have a Bloom filter: leave out `bloomFilter`');
  }
  const { falsePositiveRate: rate = defaultRate, distinctValues } = options;
  filterBytes(1, rate);
  if (distinctValues !== undefined) {
    if (!(distinctValues >= 0)) {
      throw new ParquetError('INVALID_ARGUMENT', `\`distinctValues\` must be at least 0, got ${distinctValues}`);
    }
    const filter = createFilter(filterBytes(distinctValues, rate));
    const insert = (low: number, high: number): void => insertHash(filter, low, high);
    return {
      add: (values, from, to) => hashValues(column, values, from, to, insert),
      byteLength: filter.byteLength,
      *reserveInSteps() {},
      finish: () => runSteps(filterToBytes(filter)),
      finishInSteps: () => filterToBytes(filter),
    };
  }
  const hashes = createHashSet();
  const finishInSteps = function* (): Steps<Uint8Array> {
    const filter = createFilter(filterBytes(hashes.size, rate));
    yield* hashes.each((low, high) => insertHash(filter, low, high));
    return yield* filterToBytes(filter);
  };
  return {
    add: (values, from, to) => hashValues(column, values, from, to, hashes.add),
    get byteLength(): number {
      return hashes.byteLength;
    },
    reserveInSteps: (count) => hashes.reserve(count),
    finish: () => runSteps(finishInSteps()),
    finishInSteps,
  };
}

/** Returns an empty filter of `byteLength` bytes, as an array of 32-bit words. */
function createFilter(byteLength: number): Int32Array {
  return new Int32Array(byteLength / 4);
}
