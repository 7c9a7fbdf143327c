/**
 * The framing that Hadoop's BlockCompressorStream puts around a codec's blocks (Compression.md#LZ4). LZO is framed in
 * the same way.
 *
 *   framed = group*
 *   group  = raw size (u32, big endian), part*    together, the parts unpack to `raw size` bytes
 *   part   = packed size (u32, big endian), a block of the codec
 */

import { ParquetError, viewOf } from '@marquetry/core';

/**
 * Decompresses the block `packed[from, to)` into `group`, starting at byte `at`, and returns the position after its
 * output.
 */
export type UnpackBlock = (from: number, to: number, group: Uint8Array, at: number) => number;

/**
 * Decompresses all Hadoop frames in `packed` into `into`. `codec` is the codec's name, for errors.
 * @throws ParquetError TRUNCATED if a group, a block or the output ends early; CORRUPT if the output does not fit in
 * `into`; and any error that `unpackBlock` throws.
 */
export function unpackHadoopFrames(
  packed: Uint8Array,
  into: Uint8Array,
  codec: string,
  unpackBlock: UnpackBlock,
): void {
  const view = viewOf(packed);
  const readSize = (position: number): number => {
    if (packed.length - position >= 4) return view.getUint32(position);
    throw new ParquetError('TRUNCATED', `${codec} framing ends inside a size field`, { offset: position });
  };
  let position = 0;
  let written = 0;
  while (position < packed.length) {
    const size = readSize(position);
    if (size > into.length - written) {
      const reason = `${codec} group of ${size} bytes exceeds the ${into.length - written} bytes left in the output`;
      throw new ParquetError('CORRUPT', reason, { offset: position });
    }
    position += 4;
    // An empty group may have one part or none.
    if (size === 0 && position === packed.length) break;
    const group = into.subarray(written, written + size);
    let unpacked = 0;
    do {
      const length = readSize(position);
      position += 4;
      if (length > packed.length - position) {
        throw new ParquetError('TRUNCATED', `${codec} block of ${length} bytes is truncated`, { offset: position - 4 });
      }
      // Each part is an independent block, so its matches must not refer to earlier parts.
      unpacked = unpackBlock(position, position + length, group, unpacked);
      position += length;
    } while (unpacked < size);
    written += size;
  }
  if (written !== into.length) {
    const reason = `${codec} frames decompress to ${written} bytes instead of ${into.length}`;
    throw new ParquetError('TRUNCATED', reason, { offset: packed.length });
  }
}
