/**
 * Finds the parts of a stored filter (BloomFilter.md, "File Format").
 *
 *   BloomFilterHeader | blocks of 32 bytes
 *
 * The header has 15 to 19 bytes. With it, a reader can fetch the one block that a lookup needs, at {@link blockOffset},
 * instead of the whole filter.
 */
import { defaultLimits, type Limits, limitError, ParquetError, type Steps } from '@marquetry/core';
import { type BloomFilterHeader, readBloomFilterHeader, writeBloomFilterHeader } from '@marquetry/metadata';
import { blockBytes, blockIndexOf } from './blocks.js';
import type { ValueHash } from './hash.js';

/** The contents of a filter's header. Offsets count from the header's first byte. */
export interface FilterLayout {
  /** Size of the header in bytes: the offset of the first block. */
  readonly headerBytes: number;
  /** Size of header and bits in bytes. */
  readonly byteLength: number;
  /** Number of blocks. Undefined for a filter that does not support lookups; see `unsupported`. */
  readonly blockCount: number | undefined;
  /**
   * The unknown part of the header, e.g. `algorithm (field 2)`; undefined for a filter that supports lookups. A
   * filter with an unknown part can still be copied.
   */
  readonly unsupported: string | undefined;
}

/** Options of {@link readFilterLayout} and `openBloomFilter`. */
export interface OpenFilterOptions {
  /** `headerBytes` bounds the header, `bloomFilterBytes` the bits. Default: `defaultLimits`. */
  readonly limits?: Limits;
}

/**
 * Reads the header at the start of `bytes`, which need not contain the bits.
 * @throws ParquetError TRUNCATED if the header is not complete; CORRUPT if it contradicts itself, or the bits are not
 * whole blocks; LIMIT if they exceed `limits.bloomFilterBytes`.
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
    const what = `numBytes in the Bloom filter header must be a positive multiple of ${blockBytes}, got ${numBytes}`;
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
 * Returns the number of blocks.
 * @throws ParquetError UNSUPPORTED for a filter whose algorithm, hash or compression is
 * unknown: a reader that prunes must act as if there were no filter.
 */
export function requireBlocks({ blockCount, unsupported }: FilterLayout): number {
  if (blockCount !== undefined) return blockCount;
  throw new ParquetError('UNSUPPORTED', `the Bloom filter has an unknown ${unsupported}: read the chunk without it`);
}

/**
 * Returns the offset of the block of 32 bytes that a lookup of the hash needs, for {@link blockMayContain}.
 * @throws ParquetError UNSUPPORTED for a filter that does not support lookups.
 */
export function blockOffset(layout: FilterLayout, { high }: ValueHash): number {
  return layout.headerBytes + blockBytes * blockIndexOf(high, requireBlocks(layout));
}

/** Number of words to write per step. */
const stepWords = 2 ** 18;

/** Returns header and bits of a filter given as words, in steps of about a millisecond. */
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
