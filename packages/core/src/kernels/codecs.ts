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
   * Fills `into` from the Snappy elements that start at `packed[position]`, after the block's size. Returns false, with
   * any content in `into`, if the elements are invalid, do not unpack to exactly `into.length` bytes, or are not worth
   * a call. The caller then unpacks them and throws the errors. `packed` and `into` do not overlap.
   */
  snappyDecompress?(packed: Uint8Array, position: number, into: Uint8Array): boolean;

  /**
   * Writes the Snappy elements of `raw` to `packed[position ...]`, and returns their end. They are the bytes that the
   * compressor of `@marquetry/codec-snappy` writes. `packed` has room for the largest possible result and 16 bytes
   * more.
   */
  snappyCompress?(raw: Uint8Array, packed: Uint8Array, position: number): number;

  /** The same as {@link snappyDecompress} for an LZ4 block, which is the whole of `packed`. */
  lz4Decompress?(packed: Uint8Array, into: Uint8Array): boolean;

  /**
   * Writes the LZ4 block of `raw` to `packed`, and returns its end. The bytes are those that the compressor of
   * `@marquetry/codec-lz4` writes. Returns 0, with any content in `packed`, if the caller must pack them itself.
   * `packed` has room for the largest possible result and 16 bytes more.
   */
  lz4Compress?(raw: Uint8Array, packed: Uint8Array): number;
}
