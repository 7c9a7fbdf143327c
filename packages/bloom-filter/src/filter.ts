/** Looks up whether a chunk may contain a value, in a filter that is stored in a file. */
import { ParquetError } from '@marquetry/core';
import { blockBytes, blockHasHash, blockIndexOf } from './blocks.js';
import type { FilterColumn } from './column.js';
import { hashesOf, type ValueHash } from './hash.js';
import { type OpenFilterOptions, readFilterLayout, requireBlocks } from './layout.js';

/** A filter for lookups. Created by {@link openBloomFilter}. */
export interface BloomFilter {
  /** The blocks of the filter, 32 bytes each. They share memory with the bytes from which the filter was opened. */
  readonly blocks: Uint8Array;
  readonly blockCount: number;
}

/**
 * Opens a filter from its stored bytes, which start with the header. Bytes after the filter are ignored. The bits are
 * not copied.
 * @throws ParquetError the errors of `readFilterLayout`; TRUNCATED if bits are missing; UNSUPPORTED if the algorithm,
 * the hash or the compression is unknown. In the last case, read the chunk as if it had no filter.
 */
export function openBloomFilter(bytes: Uint8Array, options: OpenFilterOptions = {}): BloomFilter {
  const layout = readFilterLayout(bytes, options);
  const blockCount = requireBlocks(layout);
  const { headerBytes, byteLength } = layout;
  if (byteLength > bytes.length) {
    const what = `the Bloom filter needs ${byteLength} bytes with its header, got ${bytes.length}`;
    throw new ParquetError('TRUNCATED', what, { offset: bytes.length });
  }
  return { blocks: bytes.subarray(headerBytes, byteLength), blockCount };
}

/**
 * Returns false if no value with this hash was inserted. If the result is true, a value with this hash may or may not
 * have been inserted.
 */
export function mayContain({ blocks, blockCount }: BloomFilter, { low, high }: ValueHash): boolean {
  return blockHasHash(blocks, blockBytes * blockIndexOf(high, blockCount), low);
}

/**
 * Does the same as {@link mayContain}, but needs only the 32 bytes at `blockOffset` of the filter.
 * @throws ParquetError INVALID_ARGUMENT unless `block` has 32 bytes.
 */
export function blockMayContain(block: Uint8Array, { low }: ValueHash): boolean {
  if (block.length !== blockBytes) {
    throw new ParquetError('INVALID_ARGUMENT', `\`block\` must have ${blockBytes} bytes, got ${block.length}`);
  }
  return blockHasHash(block, 0, low);
}

/**
 * Returns false if the column chunk does not contain a value equal to `value`, however the value is stored (see
 * `hashesOf`).
 * @param value The value in PLAIN encoding, without the length of a byte array.
 * @throws ParquetError INVALID_ARGUMENT if the column's values have another width.
 */
export function mayContainValue(filter: BloomFilter, column: FilterColumn, value: Uint8Array): boolean {
  const hashes = hashesOf(column, value);
  return hashes === undefined || hashes.some((hash) => mayContain(filter, hash));
}
