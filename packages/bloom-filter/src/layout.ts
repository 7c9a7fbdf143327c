/**
 * Reads the header of a stored filter, and finds its blocks (BloomFilter.md, "File Format").
 *
 *   BloomFilterHeader | blocks of 32 bytes
 *
 * The header has 15 to 19 bytes. A reader that has the header can fetch only the block that a lookup needs, at {@link
 * blockOffset}, instead of the whole filter.
 */
import { defaultLimits, type Limits, limitError, ParquetError, type Steps } from '@marquetry/core';
import { type BloomFilterHeader, readBloomFilterHeader, writeBloomFilterHeader } from '@marquetry/metadata';
import { blockBytes, blockIndexOf } from './blocks.js';
import type { ValueHash } from './hash.js';

/** The layout of a stored filter, as its header states it. Offsets are relative to the first byte of the header. */
export interface FilterLayout {
  /** Number of bytes of the header, which is also the offset of the first block. */
  readonly headerBytes: number;
  /** Total number of bytes of the filter: the header and the bits. */
  readonly byteLength: number;
  /** Number of blocks. Undefined if values cannot be looked up in the filter; see `unsupported`. */
  readonly blockCount: number | undefined;
  /**
   * The part of the header that this package does not know, such as `algorithm (field 2)`; undefined if it knows all
   * parts. A filter with an unknown part can be copied, but not used for lookups.
   */
  readonly unsupported: string | undefined;
}

/** Options for {@link readFilterLayout} and `openBloomFilter`. */
export interface OpenFilterOptions {
  /**
   * Limits on the filter's size: `headerBytes` for the header, `bloomFilterBytes` for the bits. Default:
   * `defaultLimits`.
   */
  readonly limits?: Limits;
}

/**
 * Reads the header at the start of `bytes`, which need not contain the bits.
 * @throws ParquetError TRUNCATED if the header is incomplete; CORRUPT if it is malformed, or if the size of the bits is
 * not a positive multiple of 32 bytes; LIMIT if the bits exceed `limits.bloomFilterBytes`.
 */
export function readFilterLayout(bytes: Uint8Array, options: OpenFilterOptions = {}): FilterLayout {
  const { limits = defaultLimits } = options;
  const { header, byteLength: headerBytes } = readBloomFilterHeader(bytes, 0, { limits });
  const { numBytes } = header;
  if (numBytes > limits.bloomFilterBytes) {
    throw limitError('bloomFilterBytes', limits, `a Bloom filter of ${numBytes} bytes`);
  }
  const unsupported = unknownPart(header);
  if (unsupported === undefined && (numBytes === 0 || numBytes % blockBytes !== 0)) {
    const what = `\`numBytes\` in the Bloom filter header must be a positive multiple of ${blockBytes}, got ${numBytes}`;
    throw new ParquetError('CORRUPT', what);
  }
  return {
    headerBytes,
    byteLength: headerBytes + numBytes,
    blockCount: unsupported === undefined ? numBytes / blockBytes : undefined,
    unsupported,
  };
}

/**
 * Returns the number of blocks of a filter.
 * @throws ParquetError UNSUPPORTED for a filter whose algorithm, hash or compression is unknown. The chunk can be read
 * as if it had no filter.
 */
export function requireBlocks({ blockCount, unsupported }: FilterLayout): number {
  if (blockCount !== undefined) return blockCount;
  throw new ParquetError(
    'UNSUPPORTED',
    `the Bloom filter has an unknown ${unsupported}: read the chunk without the filter`,
  );
}

/**
 * Returns the offset of the 32-byte block that a lookup of the hash needs. Pass that block to `blockMayContain`.
 * @throws ParquetError UNSUPPORTED for a filter whose algorithm, hash or compression is unknown.
 */
export function blockOffset(layout: FilterLayout, { high }: ValueHash): number {
  return layout.headerBytes + blockBytes * blockIndexOf(high, requireBlocks(layout));
}

/** Number of 32-bit words of the filter to write per step of about a millisecond. */
const stepWords = 2 ** 18;

/**
 * Returns the stored form of a filter: the header, then the bits, which are given as 32-bit words. Runs in steps of
 * about a millisecond.
 */
export function* filterToBytes(filter: Int32Array): Steps<Uint8Array> {
  const header = writeBloomFilterHeader({
    numBytes: filter.byteLength,
    algorithm: { kind: 'BLOCK' },
    hash: { kind: 'XXHASH' },
    compression: { kind: 'UNCOMPRESSED' },
  });
  const bytes = new Uint8Array(header.length + filter.byteLength);
  bytes.set(header);
  const view = new DataView(bytes.buffer, header.length);
  for (let from = 0; from < filter.length; from += stepWords) {
    const to = Math.min(filter.length, from + stepWords);
    for (let i = from; i < to; i++) view.setInt32(4 * i, filter[i] as number, true);
    if (to < filter.length) yield;
  }
  return bytes;
}

function unknownPart(header: BloomFilterHeader): string | undefined {
  for (const name of ['algorithm', 'hash', 'compression'] as const) {
    const member = header[name];
    if (member.kind === 'unknown') return `${name} (field ${member.id})`;
  }
  return undefined;
}
