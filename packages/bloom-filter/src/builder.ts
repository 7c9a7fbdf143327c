/**
 * Builds the Bloom filter of a chunk from its values.
 */
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
  /** Adds `values[from, to)`, without keeping the memory. Adding a value again changes nothing. */
  add(values: DirectValues, from: number, to: number): void;
  /** Size of the builder's memory in bytes. */
  readonly byteLength: number;
  /** Reserves memory for `count` more values, in steps of about a millisecond, so that {@link add} need not do it. */
  reserveInSteps(count: number): Steps<void>;
  /** Returns the header and bits of the filter, to be stored unchanged. */
  finish(): Uint8Array;
  /** Like {@link finish}, in steps of about a millisecond. */
  finishInSteps(): Steps<Uint8Array>;
}

const defaultRate = 0.01;

/**
 * Creates a builder for one chunk. Without `distinctValues` it keeps each distinct hash (16 to 32 bytes) until
 * `finish`, and sizes the filter for them.
 * @throws ParquetError INVALID_ARGUMENT for BOOLEAN, which cannot have filters (BloomFilter.md), and for options out
 * of range.
 */
export function createBloomBuilder(column: FilterColumn, options: BloomFilterOptions = {}): BloomBuilder {
  if (column.type === PhysicalType.BOOLEAN) {
    throw new ParquetError('INVALID_ARGUMENT', 'a BOOLEAN column cannot have a Bloom filter: leave out `bloomFilter`');
  }
  const { falsePositiveRate: rate = defaultRate, distinctValues } = options;
  filterBytes(1, rate);
  if (distinctValues !== undefined) {
    if (!(distinctValues >= 0)) {
      throw new ParquetError('INVALID_ARGUMENT', `\`distinctValues\` must be 0 or more, got ${distinctValues}`);
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

/** Creates an empty filter of `byteLength` bytes, as words. */
function createFilter(byteLength: number): Int32Array {
  return new Int32Array(byteLength / 4);
}
