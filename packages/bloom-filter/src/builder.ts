/**
 * The Bloom filter of a chunk: hashes of its values as PLAIN has them, byte arrays without their length.
 */
import { bytesOf, type ColumnType, type FlatValues, ParquetError, PhysicalType } from '@marquetry/core';
import { createFilter, filterBytes, filterToBytes, insertHash } from './filter.js';
import { createHashSet } from './hash-set.js';
import type { BloomFilterOptions } from './options.js';
import { xxh64, xxh64OfWord, xxh64OfWords } from './xxh64.js';

export interface BloomBuilder {
  /** Adds `values[from, to)`; more than once does no harm. */
  add(values: FlatValues, from: number, to: number): void;
  readonly byteLength: number;
  /** Header and bits. */
  finish(): Uint8Array;
}

const defaultRate = 0.01;

/** @throws ParquetError INVALID_ARGUMENT for BOOLEAN, which has no filters (BloomFilter.md), or an impossible rate. */
export function createBloomBuilder(column: ColumnType, options: BloomFilterOptions): BloomBuilder {
  if (column.type === PhysicalType.BOOLEAN) {
    throw new ParquetError('INVALID_ARGUMENT', 'a BOOLEAN column has no Bloom filter');
  }
  const rate = options.falsePositiveRate ?? defaultRate;
  const { distinctValues } = options;
  filterBytes(1, rate);
  if (distinctValues !== undefined) {
    if (!(distinctValues >= 0)) throw new ParquetError('INVALID_ARGUMENT', `${distinctValues} distinct values`);
    const filter = createFilter(filterBytes(distinctValues, rate));
    const insert = (low: number, high: number): void => insertHash(filter, low, high);
    return {
      add: (values, from, to) => hashValues(values, from, to, insert),
      byteLength: filter.byteLength,
      finish: () => filterToBytes(filter),
    };
  }
  const hashes = createHashSet();
  return {
    add: (values, from, to) => hashValues(values, from, to, hashes.add),
    get byteLength(): number {
      return hashes.byteLength;
    },
    finish() {
      const filter = createFilter(filterBytes(hashes.size, rate));
      hashes.each((low, high) => insertHash(filter, low, high));
      return filterToBytes(filter);
    },
  };
}

/** Calls `take` with the hash of each of `values[from, to)`. */
function hashValues(values: FlatValues, from: number, to: number, take: (low: number, high: number) => void): void {
  const out = new Int32Array(2);
  if (values.layout === 'bytes') {
    const { offsets, data } = values;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (let i = from; i < to; i++) {
      xxh64(view, offsets[i] as number, offsets[i + 1] as number, out);
      take(out[0] as number, out[1] as number);
    }
    return;
  }
  if (values.layout !== 'fixed') return;
  const bytes = bytesOf(values.data);
  const { width } = values;
  if (values.data instanceof Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = from; i < to; i++) {
      xxh64(view, i * width, (i + 1) * width, out);
      take(out[0] as number, out[1] as number);
    }
    return;
  }
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  for (let i = from; i < to; i++) {
    if (width === 4) xxh64OfWord(words[i] as number, out);
    else xxh64OfWords(words[2 * i] as number, words[2 * i + 1] as number, out);
    take(out[0] as number, out[1] as number);
  }
}
