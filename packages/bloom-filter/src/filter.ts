/** Looks up values in a stored filter, to find out whether the chunk may contain them. */
import { ParquetError } from '@marquetry/core';
import { blockBytes, blockHasHash, blockIndexOf } from './blocks.js';
import type { FilterColumn } from './column.js';
import { hashesOf, type ValueHash } from './hash.js';
import { type OpenFilterOptions, readFilterLayout, requireBlocks } from './layout.js';

/** An open filter, in which values can be looked up. Created by {@link openBloomFilter}. */
export interface BloomFilter {
  /** The blocks of the filter, 32 bytes each, as a view of the bytes that were passed to {@link openBloomFilter}. */
  readonly blocks: Uint8Array;
  readonly blockCount: number;
}

/**
 * Opens a filter from its stored bytes, which start with the header. Bytes after the filter are ignored. The bits of
 * the filter are not copied.
 * @throws ParquetError for the same reasons as `readFilterLayout`; TRUNCATED if the bytes end before the bits do;
 * UNSUPPORTED if the algorithm, the hash or the compression is unknown. After UNSUPPORTED, you can read the chunk as if
 * it had no filter.
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

/** Returns false if no value with this hash was inserted, and true if one may have been. */
export function mayContain({ blocks, blockCount }: BloomFilter, { low, high }: ValueHash): boolean {
  return blockHasHash(blocks, blockBytes * blockIndexOf(high, blockCount), low);
}

/**
 * Like {@link mayContain}, but needs only one block of the filter: the 32 bytes at the offset that `blockOffset`
 * returns.
 * @throws ParquetError INVALID_ARGUMENT unless `block` has 32 bytes.
 */
export function blockMayContain(block: Uint8Array, { low }: ValueHash): boolean {
  if (block.length !== blockBytes) {
    throw new ParquetError('INVALID_ARGUMENT', `\`block\` must have ${blockBytes} bytes, got ${block.length}`);
  }
  return blockHasHash(block, 0, low);
}

/**
 * Returns false if the column chunk does not contain a value equal to `value`, and true if it may. The answer is
 * right even if equal values are stored as different bytes (see `hashesOf`).
 * @param value The value in PLAIN encoding, without the length prefix of a BYTE_ARRAY.
 * @throws ParquetError INVALID_ARGUMENT if `value` does not have as many bytes as the column's type requires.
 */
export function mayContainValue(filter: BloomFilter, column: FilterColumn, value: Uint8Array): boolean {
  const hashes = hashesOf(column, value);
  return hashes === undefined || hashes.some((hash) => mayContain(filter, hash));
}
