/**
 * Asking a stored filter whether a chunk may contain a value.
 */
import { ParquetError } from '@marquetry/core';
import { blockBytes, blockHasHash, blockIndexOf } from './blocks.js';
import type { FilterColumn } from './column.js';
import { hashesOf, type ValueHash } from './hash.js';
import { type OpenFilterOptions, readFilterLayout, requireBlocks } from './layout.js';

/** A filter to ask. Made by {@link openBloomFilter}. */
export interface BloomFilter {
  /** The blocks, 32 bytes each. They share memory with the bytes that the filter was opened from. */
  readonly blocks: Uint8Array;
  readonly blockCount: number;
}

/**
 * Opens a filter from its bytes as stored, header first. Bytes after it are ignored. The bits are not copied.
 * @throws ParquetError as `readFilterLayout`; TRUNCATED if bits are missing; UNSUPPORTED if the algorithm, the hash or the
 * compression is unknown, which a reader that prunes must treat as if there were no filter.
 */
export function openBloomFilter(bytes: Uint8Array, options: OpenFilterOptions = {}): BloomFilter {
  const layout = readFilterLayout(bytes, options);
  const blockCount = requireBlocks(layout);
  const { headerBytes, byteLength } = layout;
  if (byteLength > bytes.length) {
    const what = `the Bloom filter needs ${byteLength} bytes with its header, but ${bytes.length} are there`;
    throw new ParquetError('TRUNCATED', what, { offset: bytes.length });
  }
  return { blocks: bytes.subarray(headerBytes, byteLength), blockCount };
}

/** False if no value with this hash was inserted. True says nothing: such a value may be there. */
export function mayContain({ blocks, blockCount }: BloomFilter, { low, high }: ValueHash): boolean {
  return blockHasHash(blocks, blockBytes * blockIndexOf(high, blockCount), low);
}

/**
 * {@link mayContain} with only the 32 bytes at `blockOffset` of the filter.
 * @throws ParquetError INVALID_ARGUMENT unless `block` has 32 bytes.
 */
export function blockMayContain(block: Uint8Array, { low }: ValueHash): boolean {
  if (block.length !== blockBytes) {
    throw new ParquetError('INVALID_ARGUMENT', `\`block\` must have ${blockBytes} bytes, got ${block.length}`);
  }
  return blockHasHash(block, 0, low);
}

/**
 * False if the column chunk does not contain a value equal to `value`, in any of its forms (see `hashesOf`).
 * @param value The value's bytes as PLAIN has them, without the length of a byte array.
 * @throws ParquetError INVALID_ARGUMENT if the column's values have another width.
 */
export function mayContainValue(filter: BloomFilter, column: FilterColumn, value: Uint8Array): boolean {
  const hashes = hashesOf(column, value);
  return hashes === undefined || hashes.some((hash) => mayContain(filter, hash));
}
