/**
 * Decompresses LZ4 frames (lz4, doc/lz4_Frame_format.md). Some early writers stored frames under the codec id LZ4.
 *
 *   stream = (frame | skippable frame)*
 *   frame  = 04 22 4D 18, descriptor, block*, 00 00 00 00, [content checksum]
 *   descriptor = FLG, BD, [content size (u64)], [dictionary id (u32)], second byte of xxh32(descriptor before it)
 *   FLG    = 01 in bits 7..6, 5 blocks are independent, 4 blocks have checksums, 3 content size, 2 content checksum,
 *            1 reserved, 0 dictionary id
 *   block  = size (u32; bit 31: stored uncompressed), bytes, [xxh32 of the bytes]
 *   skippable frame = 50..5F 2A 4D 18, size (u32), bytes
 *
 * Sizes and checksums are little endian.
 */
import { ParquetError } from '@marquetry/core';
import { unpackBlock } from './block-decompress.js';
import { xxh32 } from './xxh32.js';

const frameMagic = 0x184d2204;
const skippableMagic = 0x184d2a50;

/** True if the bytes begin with the magic number of an LZ4 frame. */
export function isFrame(packed: Uint8Array): boolean {
  return packed[0] === 0x04 && packed[1] === 0x22 && packed[2] === 0x4d && packed[3] === 0x18;
}

/**
 * Fills `into` exactly, or throws errors as {@link Codec.decompress} specifies. Verifies every checksum in the frames.
 */
export function decompressFrames(packed: Uint8Array, into: Uint8Array): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let position = 0;
  let written = 0;
  while (position < packed.length) {
    const magic = readWord(view, position);
    if (magic === frameMagic) {
      const start = written;
      const frame = readDescriptor(packed, view, position + 4);
      position = frame.end;
      [position, written] = readBlocks(packed, view, into, frame, position, written);
      if (frame.contentChecksum) {
        verify(readWord(view, position), into.subarray(start, written), 'content', position);
        position += 4;
      }
      if (frame.contentSize !== undefined && frame.contentSize !== written - start) {
        const reason = `the LZ4 frame decompresses to ${written - start} bytes, but its header states ${frame.contentSize}`;
        throw new ParquetError('CORRUPT', reason, { offset: position });
      }
    } else if ((magic & ~0xf) === skippableMagic) {
      const length = readWord(view, position + 4);
      position += 8;
      if (length > packed.length - position) throw truncated(position);
      position += length;
    } else {
      throw new ParquetError('CORRUPT', 'an LZ4 frame must start with its magic number', { offset: position });
    }
  }
  if (written !== into.length) {
    throw new ParquetError('TRUNCATED', `the LZ4 frames decompress to only ${written} of ${into.length} bytes`, {
      offset: packed.length,
    });
  }
}

interface Frame {
  /** The position after the descriptor of the frame. */
  readonly end: number;
  readonly independent: boolean;
  readonly blockChecksum: boolean;
  readonly contentChecksum: boolean;
  readonly contentSize: number | undefined;
}

function readDescriptor(packed: Uint8Array, view: DataView, start: number): Frame {
  if (view.byteLength - start < 2) throw truncated(start);
  const flags = view.getUint8(start);
  if (flags >>> 6 !== 1 || (flags & 2) !== 0) {
    throw new ParquetError('CORRUPT', `the LZ4 frame has the unknown flags ${flags}`, { offset: start });
  }
  if ((flags & 1) !== 0) {
    throw new ParquetError('CORRUPT', 'the LZ4 frame needs a dictionary, which Parquet does not support', {
      offset: start,
    });
  }
  let end = start + 2;
  let contentSize: number | undefined;
  if ((flags & 8) !== 0) {
    contentSize = readWord(view, end) + readWord(view, end + 4) * 2 ** 32;
    end += 8;
  }
  if (end >= view.byteLength) throw truncated(end);
  if (((xxh32(packed.subarray(start, end)) >>> 8) & 0xff) !== view.getUint8(end)) {
    throw new ParquetError('CORRUPT', 'the LZ4 frame descriptor does not match its checksum', { offset: end });
  }
  return {
    end: end + 1,
    independent: (flags & 32) !== 0,
    blockChecksum: (flags & 16) !== 0,
    contentChecksum: (flags & 4) !== 0,
    contentSize,
  };
}

/**
 * Decompresses blocks up to the end mark. Returns the position after the blocks in `packed`, and the position after
 * their output.
 */
function readBlocks(
  packed: Uint8Array,
  view: DataView,
  into: Uint8Array,
  frame: Frame,
  position: number,
  written: number,
): [position: number, written: number] {
  const floor = written;
  for (;;) {
    const word = readWord(view, position);
    position += 4;
    if (word === 0) return [position, written];
    const length = word & 0x7fffffff;
    if (length > packed.length - position) throw truncated(position);
    const to = position + length;
    if (word >= 0x80000000) {
      if (length > into.length - written) {
        throw new ParquetError('CORRUPT', `the LZ4 frame decompresses to more than ${into.length} bytes`, {
          offset: position,
        });
      }
      into.set(packed.subarray(position, to), written);
      written += length;
    } else {
      const place = { from: position, to, at: written, floor: frame.independent ? written : floor };
      written = unpackBlock(packed, into, place);
    }
    if (frame.blockChecksum) verify(readWord(view, to), packed.subarray(position, to), 'block', to);
    position = frame.blockChecksum ? to + 4 : to;
  }
}

function verify(expected: number, bytes: Uint8Array, what: string, offset: number): void {
  if (xxh32(bytes) !== expected)
    throw new ParquetError('CORRUPT', `the LZ4 ${what} does not match its checksum`, { offset });
}

function readWord(view: DataView, position: number): number {
  if (view.byteLength - position < 4) throw truncated(position);
  return view.getUint32(position, true);
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'the LZ4 frame is truncated', { offset });
}
