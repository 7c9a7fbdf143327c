/**
 * The header of a delta stream (Encodings.md#delta-encoding-delta_binary_packed--5).
 *
 *   block size            varint: values per block, a multiple of 128
 *   miniblocks per block  varint: divides the block size into multiples of 32 values
 *   total count           varint: number of values, including the first one
 *   first value           zigzag varint
 */
import { type ByteCursor, readVarint32, readZigzag64 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';

export interface StreamHeader {
  /** Number of miniblocks per block. */
  readonly miniblocks: number;
  /** Number of values per miniblock. */
  readonly miniblockSize: number;
  /** The first value, as a low and a high word. */
  readonly firstLow: number;
  readonly firstHigh: number;
}

/** The first value of the stream whose header is being read, as a low and a high word. */
const firstValue: Int32Array = /* @__PURE__ */ new Int32Array(2);

/**
 * Reads a header, and moves the cursor to the position after it.
 * @throws ParquetError CORRUPT for sizes that the format does not allow, or for a number of values other than
 * `valueCount`; TRUNCATED if the bytes end inside the header.
 */
export function readHeader(bytes: Uint8Array, cursor: ByteCursor, valueCount: number): StreamHeader {
  const offset = cursor.position;
  const blockSize = readVarint32(bytes, cursor);
  const miniblocks = readVarint32(bytes, cursor);
  const count = readVarint32(bytes, cursor);
  readZigzag64(bytes, cursor, firstValue, 0);
  if (blockSize === 0 || blockSize % 128 !== 0) {
    throw new ParquetError('CORRUPT', `the delta block size must be a multiple of 128, got ${blockSize}`, { offset });
  }
  const miniblockSize = blockSize / miniblocks;
  // With 0 miniblocks, the size is Infinity and its remainder is NaN, so this condition is true, as it must be.
  if (miniblockSize % 32 !== 0) {
    throw new ParquetError(
      'CORRUPT',
      `delta blocks of ${blockSize} values cannot have ${miniblocks} miniblocks: each must have a multiple of 32 values`,
      { offset },
    );
  }
  if (count !== valueCount) {
    throw new ParquetError(
      'CORRUPT',
      `a delta stream states ${count} values, but the page header states ${valueCount}`,
      {
        offset,
      },
    );
  }
  return { miniblocks, miniblockSize, firstLow: firstValue[0] as number, firstHigh: firstValue[1] as number };
}
