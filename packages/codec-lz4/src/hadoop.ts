/**
 * The framing that Hadoop puts around LZ4 blocks, which the deprecated codec LZ4 inherited (Compression.md#LZ4).
 *
 *   framed = group*
 *   group  = raw size (u32, big endian), part+    the parts unpack to `raw size` bytes together
 *   part   = packed size (u32, big endian), LZ4 block
 *
 * Hadoop starts a new group every 128 KiB; its streaming writer may put several parts in one group.
 */
import { ParquetError } from '@marquetry/core';
import { compressBlock } from './block-compress.js';
import { unpackBlock } from './block-decompress.js';

/** Fills `into` exactly, or throws as {@link Codec.decompress} does. */
export function decompressHadoop(packed: Uint8Array, into: Uint8Array): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let position = 0;
  let written = 0;
  while (position < packed.length) {
    const size = readSize(view, position);
    if (size > into.length - written) {
      throw new ParquetError('CORRUPT', `LZ4 group of ${size} bytes after ${written} of ${into.length}`, {
        offset: position,
      });
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
        throw new ParquetError('TRUNCATED', `LZ4 block of ${length} bytes is cut`, { offset: position - 4 });
      }
      // Each part is a block of its own: no match reaches into an earlier one.
      const place = { from: position, to: position + length, at: unpacked, floor: unpacked };
      unpacked = unpackBlock(packed, group, place);
      position += length;
    } while (unpacked < size);
    written += size;
  }
  if (written !== into.length) {
    throw new ParquetError('TRUNCATED', `LZ4 groups end after ${written} of ${into.length} bytes`, {
      offset: packed.length,
    });
  }
}

/** See {@link Codec.compress}: one group of one part, as parquet-cpp writes; every known reader takes that. */
export function compressHadoop(raw: Uint8Array): Uint8Array {
  const block = compressBlock(raw);
  const packed = new Uint8Array(8 + block.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, raw.length);
  view.setUint32(4, block.length);
  packed.set(block, 8);
  return packed;
}

function readSize(view: DataView, position: number): number {
  if (view.byteLength - position < 4) {
    throw new ParquetError('TRUNCATED', 'LZ4 framing ends within a size', { offset: position });
  }
  return view.getUint32(position);
}
