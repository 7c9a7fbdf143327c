/**
 * Reads the sizes in the headers of Zstandard frames and blocks (RFC 8878, section 3.1). It does not read the contents
 * of blocks.
 *
 *   stream = (frame | skippable frame)*
 *   frame  = 28 B5 2F FD, descriptor, [window], [dictionary id], [content size], block+, [checksum (4)]
 *   descriptor = bits 7..6 width of the content size, 5 single segment (no window), 4 unused, 3 reserved, 2 checksum,
 *            1..0 width of the dictionary id
 *   window = exponent (bits 7..3), mantissa (bits 2..0): 2^(10 + exponent) * (1 + mantissa / 8) bytes
 *   block  = header (3): bit 0 last, bits 2..1 kind, then the size; RAW: bytes, RLE: 1 byte, COMPRESSED: bytes
 *   skippable frame = 50..5F 2A 4D 18, size (u32), bytes
 *
 * Numbers are little endian.
 */
import { ParquetError } from '@marquetry/core';

export interface Frame {
  readonly from: number;
  readonly to: number;
  /** The content size in the frame header; undefined if there is none. */
  readonly contentSize: number | undefined;
  readonly windowSize: number;
  /** The number of bytes to which the RAW and RLE blocks decompress. */
  readonly plainSize: number;
  /** True if the frame has at least one COMPRESSED block. */
  readonly compressed: boolean;
}

/** The position of the window descriptor within a frame that has one: after the magic number and frame descriptor. */
export const windowOffset = 5;

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const Kind = { RAW: 0, RLE: 1, COMPRESSED: 2, RESERVED: 3 } as const;
/** The maximum size of a block in bytes, compressed or decompressed, whatever the size of the window. */
const largestBlock = 2 ** 17;

/**
 * Reads the headers of the frame at `from`. If it is a skippable frame, returns only the position after it.
 * @throws ParquetError TRUNCATED or CORRUPT, with the offset of the invalid byte.
 */
export function readFrame(view: DataView, from: number): Frame | number {
  const magic = readNumber(view, from, 4);
  if (magic !== frameMagic) {
    if ((magic & ~0xf) !== skippableMagic) throw corrupt('a ZSTD frame must start with its magic number', from);
    return after(view, from + 8, readNumber(view, from + 4, 4));
  }
  const descriptor = readNumber(view, from + 4, 1);
  if ((descriptor & 8) !== 0) throw corrupt('the ZSTD frame has a reserved bit set', from + 4);
  const singleSegment = (descriptor & 32) !== 0;
  let position = from + windowOffset;
  let windowSize = 0;
  if (!singleSegment) {
    const window = readNumber(view, position, 1);
    windowSize = 2 ** (10 + (window >>> 3)) * (1 + (window & 7) / 8);
    position += 1;
  }
  const idWidth = [0, 1, 2, 4][descriptor & 3] as number;
  if (readNumber(view, position, idWidth) !== 0) {
    throw corrupt('the ZSTD frame needs a dictionary, which Parquet does not support', position);
  }
  position += idWidth;
  const sizeWidth = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] as number;
  let contentSize: number | undefined;
  // A two-byte content size is stored as the size minus 256.
  if (sizeWidth > 0) contentSize = readNumber(view, position, sizeWidth) + (sizeWidth === 2 ? 256 : 0);
  position += sizeWidth;
  if (contentSize !== undefined && singleSegment) windowSize = contentSize;

  const blockLimit = Math.min(windowSize, largestBlock);
  let plainSize = 0;
  let compressed = false;
  let last = false;
  while (!last) {
    const header = readNumber(view, position, 3);
    const kind = (header >>> 1) & 3;
    const size = header >>> 3;
    if (kind === Kind.RESERVED) throw corrupt('a ZSTD block has the reserved type 3', position);
    if (size > blockLimit) throw corrupt(`a ZSTD block of ${size} bytes exceeds the limit of ${blockLimit}`, position);
    if (kind === Kind.COMPRESSED) compressed = true;
    else plainSize += size;
    position = after(view, position + 3, kind === Kind.RLE ? 1 : size);
    last = (header & 1) !== 0;
  }
  if ((descriptor & 4) !== 0) position = after(view, position, 4);
  return { from, to: position, contentSize, windowSize, plainSize, compressed };
}

/**
 * Returns `position + length`.
 * @throws ParquetError TRUNCATED if fewer than `length` bytes follow `position`.
 */
function after(view: DataView, position: number, length: number): number {
  if (length > view.byteLength - position) {
    throw new ParquetError('TRUNCATED', 'the ZSTD frame is truncated', { offset: Math.min(position, view.byteLength) });
  }
  return position + length;
}

/**
 * Reads an unsigned number of up to 8 bytes. Above 2^53, the result is not exact, but accurate enough for the
 * comparisons in this file.
 */
function readNumber(view: DataView, position: number, width: number): number {
  after(view, position, width);
  let value = 0;
  for (let i = width - 1; i >= 0; i--) value = value * 256 + view.getUint8(position + i);
  return value;
}

function corrupt(reason: string, offset: number): ParquetError {
  return new ParquetError('CORRUPT', reason, { offset });
}
