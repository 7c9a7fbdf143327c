/**
 * A split-block Bloom filter (BloomFilter.md).
 *
 *   BloomFilterHeader | blocks of 32 bytes: eight words, one bit of each a value
 */
import { ParquetError } from '@marquetry/core';
import { writeBloomFilterHeader } from '@marquetry/metadata';

const blockBytes = 32;
/** Filters that parquet-cpp and parquet-java accept are powers of two up to this. */
const largestFilter = 2 ** 27;

/** One odd constant a word of a block. */
const salts: Int32Array = /* @__PURE__ */ Int32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

/**
 * Bytes of a filter that says yes wrongly at about that rate: eight bits a value, one a word, so that
 * `rate = (1 - e^(-8 n / bits))^8`; a power of two, which some readers insist on.
 * @throws ParquetError INVALID_ARGUMENT unless the rate is between 0 and 1.
 */
export function filterBytes(distinctValues: number, falsePositiveRate: number): number {
  if (!(falsePositiveRate > 0 && falsePositiveRate < 1)) {
    throw new ParquetError('INVALID_ARGUMENT', `a Bloom filter with a false-positive rate of ${falsePositiveRate}`);
  }
  const bits = (-8 * distinctValues) / Math.log(1 - falsePositiveRate ** (1 / 8));
  const bytes = 2 ** Math.ceil(Math.log2(Math.max(bits / 8, blockBytes)));
  return Math.min(bytes, largestFilter);
}

/** An empty filter of `byteLength` bytes as words. */
export function createFilter(byteLength: number): Int32Array {
  return new Int32Array(byteLength / 4);
}

/** Adds a hash, given as its words. */
export function insertHash(filter: Int32Array, low: number, high: number): void {
  // (high * blocks) >> 32: the product has at most 32 + 22 bits, so that it is exact.
  const block = Math.floor(((high >>> 0) * (filter.length >> 3)) / 2 ** 32);
  for (let word = 0; word < 8; word++) {
    const bit = Math.imul(low, salts[word] as number) >>> 27;
    filter[8 * block + word] = (filter[8 * block + word] as number) | (1 << bit);
  }
}

/** Header and bits. */
export function filterToBytes(filter: Int32Array): Uint8Array {
  const header = writeBloomFilterHeader({
    numBytes: filter.byteLength,
    algorithm: { kind: 'BLOCK' },
    hash: { kind: 'XXHASH' },
    compression: { kind: 'UNCOMPRESSED' },
  });
  const bytes = new Uint8Array(header.length + filter.byteLength);
  bytes.set(header);
  const view = new DataView(bytes.buffer, header.length);
  for (let i = 0; i < filter.length; i++) view.setInt32(4 * i, filter[i] as number, true);
  return bytes;
}
