/**
 * Checksums and codecs of whole pages.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */

/** Checksums and codecs of whole pages. */
export interface CodecKernels {
  /** CRC-32 as in GZIP, as a signed int32. */
  crc32?(bytes: Uint8Array): number;

  /**
   * Fills `into` from the Snappy elements that start at `packed[position]`, behind the block's size. False, and `into` holds
   * anything, where something is wrong with them, where they do not give exactly `into.length` bytes, or where a call is
   * not worth it: the caller unpacks them, and throws its errors. `packed` and `into` do not overlap.
   */
  snappyDecompress?(packed: Uint8Array, position: number, into: Uint8Array): boolean;

  /**
   * Writes the Snappy elements of `raw` to `packed[position ...]`, and returns their end. They are the bytes that the
   * compressor of `@marquetry/codec-snappy` writes. There is room for the most that they may take, and 16 bytes more.
   */
  snappyCompress?(raw: Uint8Array, packed: Uint8Array, position: number): number;

  /** {@link snappyDecompress} from an LZ4 block, which is all of `packed`. */
  lz4Decompress?(packed: Uint8Array, into: Uint8Array): boolean;

  /**
   * Writes the LZ4 block of `raw` to `packed`, and returns its end. The bytes are those that the compressor of
   * `@marquetry/codec-lz4` writes. 0, and `packed` holds anything, where the caller is to pack them. There is room for the most that
   * they may take, and 16 bytes more.
   */
  lz4Compress?(raw: Uint8Array, packed: Uint8Array): number;
}
