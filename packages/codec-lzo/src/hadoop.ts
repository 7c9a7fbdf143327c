/**
 * Hadoop's framing of block codecs (BlockCompressorStream), around LZO.
 *
 *   page   = group*
 *   group  = size after decompression (u32, big endian), part*     parts until the size is reached
 *   part   = packed size (u32, big endian), LZO1X stream
 */
import { ParquetError } from '@marquetry/core';
import { createPacker } from './stream-compress.js';
import { unpackStream } from './stream-decompress.js';

/**
 * Bytes of a group that is written. Hadoop's LZO decompressor takes a part of at most 256 KiB, packed and unpacked; half
 * of that cannot pack to more.
 */
const groupBytes = 128 * 1024;

/** Fills `into` exactly, or throws as {@link Codec.decompress} does. */
export function decompressHadoop(packed: Uint8Array, into: Uint8Array): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let position = 0;
  let written = 0;
  while (position < packed.length) {
    const size = readSize(view, position);
    if (size > into.length - written) {
      const reason = `LZO group of ${size} bytes after ${written} of ${into.length}`;
      throw new ParquetError('CORRUPT', reason, { offset: position });
    }
    position += 4;
    // An empty group may or may not have a part.
    if (size === 0 && position === packed.length) break;
    const group = into.subarray(written, written + size);
    let unpacked = 0;
    do {
      const length = readSize(view, position);
      position += 4;
      if (length > packed.length - position) {
        throw new ParquetError('TRUNCATED', `LZO stream of ${length} bytes is cut`, { offset: position - 4 });
      }
      // Each part is a stream of its own: no match reaches into an earlier one.
      unpacked += unpackStream(packed, position, position + length, group.subarray(unpacked));
      position += length;
    } while (unpacked < size);
    written += size;
  }
  if (written !== into.length) {
    const reason = `LZO groups end after ${written} of ${into.length} bytes`;
    throw new ParquetError('TRUNCATED', reason, { offset: packed.length });
  }
}

/** See {@link Codec.compress}: groups of one part each. No bytes are a group of none. */
export function compressHadoop(raw: Uint8Array): Uint8Array {
  const packer = createPacker(raw);
  const groups = Math.max(1, Math.ceil(raw.length / groupBytes));
  const packed = new Uint8Array(raw.length + Math.ceil(raw.length / 16) + groups * (8 + packer.overhead));
  const view = new DataView(packed.buffer);
  let position = 0;
  for (let from = 0; position === 0 || from < raw.length; from += groupBytes) {
    const to = Math.min(raw.length, from + groupBytes);
    const end = packer.pack(from, to, packed, position + 8);
    view.setUint32(position, to - from);
    view.setUint32(position + 4, end - position - 8);
    position = end;
  }
  return packed.slice(0, position);
}

function readSize(view: DataView, position: number): number {
  if (view.byteLength - position < 4) {
    throw new ParquetError('TRUNCATED', 'LZO framing ends within a size', { offset: position });
  }
  return view.getUint32(position);
}
