/**
 * Kernels for checksums and codecs of whole pages.
 *
 * See `kernels.ts` for the rules of all kernels.
 */

/** Kernels for checksums and codecs of whole pages. */
export interface CodecKernels {
  /** Returns the CRC-32 that GZIP uses, as a signed int32. */
  crc32?(bytes: Uint8Array): number;

  /**
   * Decompresses the Snappy elements that start at `packed[position]`, after the block's size, to `into`. Returns false, with any
   * content in `into`, if the elements are invalid, do not decompress to exactly `into.length` bytes, or if the kernel would not
   * be faster. The caller then decompresses them and throws the errors. `packed` and `into` do not overlap.
   */
  snappyDecompress?(packed: Uint8Array, position: number, into: Uint8Array): boolean;

  /**
   * Writes the Snappy elements of `raw` to `packed[position ...]`, and returns their end. Writes the same bytes as the compressor
   * of `@marquetry/codec-snappy`. `packed` has room for the largest possible result plus 16 bytes.
   */
  snappyCompress?(raw: Uint8Array, packed: Uint8Array, position: number): number;

  /** The same as {@link snappyDecompress} for an LZ4 block, which is all of `packed`. */
  lz4Decompress?(packed: Uint8Array, into: Uint8Array): boolean;

  /**
   * Writes the LZ4 block of `raw` to `packed`, and returns its end. Writes the same bytes as the compressor of
   * `@marquetry/codec-lz4`. Returns 0, with any content in `packed`, if the caller must compress `raw` itself. `packed` has room
   * for the largest possible result plus 16 bytes.
   */
  lz4Compress?(raw: Uint8Array, packed: Uint8Array): number;
}
