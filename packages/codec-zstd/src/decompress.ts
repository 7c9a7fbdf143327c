/**
 * Decompresses ZSTD frames with node:zlib, zstddec or fzstd. Never requests more bytes from one of these libraries than
 * the page has room for, and always checks the library's result.
 */
import { ParquetError, withPlace } from '@marquetry/core';
import { type Frame, readFrame, windowOffset } from './frames.js';

/**
 * Decompresses one frame into the start of `into`, and returns the number of bytes. The frame is complete and not
 * empty, `into` has at least one byte, and the window of the frame is not much larger than `into`.
 * @throws ParquetError CORRUPT if the frame is malformed, or decompresses to more bytes than `into` has. The function
 * must not throw any other error.
 */
export type UnpackFrame = (frame: Uint8Array, into: Uint8Array) => number;

/**
 * Decompresses ZSTD frames, as {@link Codec.decompress} specifies. Errors within a frame have the offset of the frame.
 */
export function decompressFrames(packed: Uint8Array, into: Uint8Array, unpack: UnpackFrame): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let position = 0;
  let written = 0;
  while (position < packed.length) {
    const frame = readFrame(view, position);
    if (typeof frame === 'number') {
      position = frame;
      continue;
    }
    written += unpackFrame(packed, frame, into.subarray(written), unpack);
    position = frame.to;
  }
  if (written !== into.length) {
    throw new ParquetError('TRUNCATED', `the ZSTD frames decompress to only ${written} of ${into.length} bytes`, {
      offset: packed.length,
    });
  }
}

function unpackFrame(packed: Uint8Array, frame: Frame, room: Uint8Array, unpack: UnpackFrame): number {
  const { from, contentSize, plainSize, compressed } = frame;
  // An RLE block expands 4 bytes to as many as 128 KiB. This check detects an excessive size before anything is
  // decompressed.
  const atLeast = Math.max(contentSize ?? 0, plainSize, compressed ? 1 : 0);
  if (atLeast > room.length) {
    const reason = `the ZSTD frame decompresses to at least ${atLeast} bytes, but ${room.length} are expected`;
    throw new ParquetError('CORRUPT', reason, { offset: from });
  }
  let size = 0;
  if (atLeast > 0) {
    try {
      size = unpack(withSmallWindow(packed, frame, room.length), room);
    } catch (error) {
      throw withPlace(error, { offset: from });
    }
  }
  if (contentSize !== undefined && contentSize !== size) {
    const reason = `the ZSTD frame decompresses to ${size} bytes, but its header states ${contentSize}`;
    throw new ParquetError('CORRUPT', reason, { offset: from });
  }
  return size;
}

/**
 * Returns the frame with a smaller window if its window is larger than its output needs, because libraries allocate
 * memory for the window size in the header, up to 2 GiB. The new window is at least 128 KiB, because a smaller window
 * would also limit the size of blocks.
 */
function withSmallWindow(packed: Uint8Array, { from, to, contentSize, windowSize }: Frame, room: number): Uint8Array {
  const bytes = packed.subarray(from, to);
  const exponent = Math.max(7, Math.ceil(Math.log2(room)) - 10);
  // In a single-segment frame, the window size is the content size, which has already been checked.
  if (windowSize <= 2 ** (10 + exponent) || windowSize === contentSize) return bytes;
  const changed = bytes.slice();
  changed[windowOffset] = exponent << 3;
  return changed;
}
