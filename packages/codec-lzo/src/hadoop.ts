/**
 * Reads and writes Hadoop's framing of block codecs (BlockCompressorStream) with LZO streams.
 *
 *   page   = group*
 *   group  = size after decompression (u32, big endian), part*     parts, until the size is reached
 *   part   = packed size (u32, big endian), LZO1X stream
 */
import { unpackHadoopFrames } from '@marquetry/lz-blocks';
import { createPacker } from './stream-compress.js';
import { unpackStream } from './stream-decompress.js';

/**
 * Number of bytes per group when writing. Hadoop's LZO decompressor accepts parts of at most 256 KiB, both compressed
 * and decompressed. A group of 128 KiB never exceeds 256 KiB after compression.
 */
const groupBytes = 128 * 1024;

/** Fills `into` exactly, or throws errors as {@link Codec.decompress} specifies. */
export function decompressHadoop(packed: Uint8Array, into: Uint8Array): void {
  unpackHadoopFrames(
    packed,
    into,
    'LZO',
    (from, to, group, at) => at + unpackStream(packed, from, to, group.subarray(at)),
  );
}

/**
 * Compresses to Hadoop's framing, as {@link Codec.compress} specifies. Writes groups of one part each. If the input is
 * empty, writes one empty group.
 */
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
