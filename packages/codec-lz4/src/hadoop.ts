/**
 * Reads and writes Hadoop's framing of LZ4 blocks, which the deprecated LZ4 codec uses (Compression.md#LZ4).
 *
 *   framed = group*
 *   group  = raw size (u32, big endian), part+    the parts decompress to `raw size` bytes in total
 *   part   = packed size (u32, big endian), LZ4 block
 *
 * Hadoop starts a new group every 128 KiB. Hadoop's streaming writer may put several parts into one group.
 */
import { unpackHadoopFrames } from '@marquetry/lz-blocks';
import { compressBlock } from './block-compress.js';
import { unpackBlock } from './block-decompress.js';

/** Fills `into` exactly, or throws errors as {@link Codec.decompress} specifies. */
export function decompressHadoop(packed: Uint8Array, into: Uint8Array): void {
  unpackHadoopFrames(packed, into, 'LZ4', (from, to, group, at) =>
    unpackBlock(packed, group, { from, to, at, floor: at }),
  );
}

/**
 * Compresses to Hadoop's framing, as {@link Codec.compress} specifies. Writes one group with one part, as parquet-cpp
 * does, which every known reader accepts.
 */
export function compressHadoop(raw: Uint8Array): Uint8Array {
  const block = compressBlock(raw);
  const packed = new Uint8Array(8 + block.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, raw.length);
  view.setUint32(4, block.length);
  packed.set(block, 8);
  return packed;
}
