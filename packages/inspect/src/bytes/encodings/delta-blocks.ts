/**
 * Reads the header, the blocks and the miniblocks of a delta stream.
 *
 *   header       block size, miniblocks per block, count (varints), first value (zigzag varint)
 *   block        min delta (zigzag varint), widths (1 byte per miniblock), miniblocks
 *   miniblock    deltas - min delta, `width` bits each, least significant bit first
 *
 * Source: Encodings.md#delta-encoding-delta_binary_packed--5.
 */
import { type ByteCursor, readVarint32, readZigzag64 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import { readBits } from '../bits.js';

/** The fields of a delta stream's header. */
export interface DeltaHeader {
  readonly blockSize: number;
  /** Number of miniblocks per block. */
  readonly miniblocks: number;
  /** Number of values per miniblock. */
  readonly size: number;
  readonly first: bigint;
  /** The index after the last byte of each of the four fields of the header. */
  readonly ends: readonly [number, number, number, number];
}

/** Reads the header of a delta stream of `count` values. @throws ParquetError CORRUPT or TRUNCATED if it is invalid. */
export function readDeltaHeader(bytes: Uint8Array, position: number, end: number, count: number): DeltaHeader {
  const cursor: ByteCursor = { position, end };
  const blockSize = readVarint32(bytes, cursor);
  const first = cursor.position;
  const miniblocks = readVarint32(bytes, cursor);
  const second = cursor.position;
  const stated = readVarint32(bytes, cursor);
  const third = cursor.position;
  const value = readZigzag(bytes, cursor);
  const size = blockSize / miniblocks;
  if (blockSize === 0 || blockSize % 128 !== 0 || size % 32 !== 0) {
    const rule = 'a delta block must have a multiple of 128 values, and a miniblock a multiple of 32';
    throw new ParquetError('CORRUPT', `${rule}, got ${blockSize} in ${miniblocks} miniblocks`, { offset: position });
  }
  if (stated !== count) {
    const reason = `a delta stream has ${stated} values, but the page has ${count}`;
    throw new ParquetError('CORRUPT', reason, { offset: position });
  }
  return { blockSize, miniblocks, size, first: value, ends: [first, second, third, cursor.position] };
}

/** The start of a delta block: its min delta, and the bit widths of its miniblocks. */
export interface DeltaBlock {
  readonly minDelta: bigint;
  readonly widthsAt: number;
  /** Index of the first byte of the first miniblock. */
  readonly bodyAt: number;
}

/** Reads the start of a delta block: its min delta and widths. @throws ParquetError TRUNCATED if bytes are missing. */
export function readDeltaBlock(bytes: Uint8Array, position: number, end: number, header: DeltaHeader): DeltaBlock {
  const cursor: ByteCursor = { position, end };
  const minDelta = readZigzag(bytes, cursor);
  const widthsAt = cursor.position;
  const bodyAt = widthsAt + header.miniblocks;
  if (bodyAt > end) {
    const reason = `the ${header.miniblocks} bit widths of a delta block are cut short`;
    throw new ParquetError('TRUNCATED', reason, { offset: widthsAt });
  }
  return { minDelta, widthsAt, bodyAt };
}

/** A miniblock of a delta block, with at least one value. */
export interface DeltaMiniblock {
  readonly width: number;
  /** Number of values in the miniblock, without padding. */
  readonly count: number;
  readonly end: number;
}

/**
 * Reads the next miniblock of a delta block.
 * @param left Number of values left in the block.
 * @throws ParquetError CORRUPT or TRUNCATED if the miniblock is invalid.
 */
export function readMiniblock(
  bytes: Uint8Array,
  widthAt: number,
  position: number,
  end: number,
  size: number,
  left: number,
): DeltaMiniblock {
  const width = bytes[widthAt] as number;
  const count = Math.min(size, left);
  if (width > 64) throw new ParquetError('CORRUPT', `delta miniblock width ${width} is above 64`, { offset: widthAt });
  if (Math.ceil((count * width) / 8) > end - position) {
    const reason = `a delta miniblock of ${width} bits per value is cut short`;
    throw new ParquetError('TRUNCATED', reason, { offset: position });
  }
  // Old writers omit the padding of the last miniblock.
  return { width, count, end: Math.min(position + (size / 8) * width, end) };
}

function readZigzag(bytes: Uint8Array, cursor: ByteCursor): bigint {
  const words = new Int32Array(2);
  readZigzag64(bytes, cursor, words, 0);
  return (BigInt(words[1] as number) << 32n) | BigInt((words[0] as number) >>> 0);
}

/** Returns a function that returns the next value of a delta stream of 32-bit values, such as lengths. Call it at most `count` times. */
export function deltaNumbers(bytes: Uint8Array, position: number, end: number, count: number): () => number {
  if (count === 0) return () => 0;
  const header = readDeltaHeader(bytes, position, end, count);
  let value = Number(BigInt.asIntN(32, header.first));
  let next = header.ends[3];
  let left = count - 1;
  let block: DeltaBlock | undefined;
  let minDelta = 0;
  let miniblock: DeltaMiniblock = { width: 0, count: 0, end: next };
  let ordinal = 0;
  let taken = 0;
  let bit = 0;
  let isFirst = true;
  return () => {
    if (isFirst) {
      isFirst = false;
      return value;
    }
    if (taken === miniblock.count) {
      if (block === undefined || ordinal === header.miniblocks) {
        block = readDeltaBlock(bytes, next, end, header);
        minDelta = Number(BigInt.asIntN(32, block.minDelta));
        next = block.bodyAt;
        ordinal = 0;
      }
      bit = 8 * next;
      miniblock = readMiniblock(bytes, block.widthsAt + ordinal++, next, end, header.size, left);
      next = miniblock.end;
      left -= miniblock.count;
      taken = 0;
    }
    const { width } = miniblock;
    value = (value + minDelta + readBits(bytes, bit, Math.min(width, 32))) | 0;
    bit += width;
    taken++;
    return value;
  };
}
