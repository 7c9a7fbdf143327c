/**
 * Kernels for checksums and codecs of whole pages.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */

/** Kernels for checksums and codecs of whole pages. */
export interface CodecKernels {
  /** Returns the CRC-32 that GZIP uses, as a signed int32. */
  crc32?(bytes: Uint8Array): number;

  /**
   * Decompresses Snappy elements into `into`. They start at `packed[position]`, after the decompressed size. `packed`
   * and `into` must not overlap. Returns false, and leaves `into` with arbitrary content, if the elements are invalid,
   * if they do not decompress to exactly `into.length` bytes, or if the kernel would not be faster than the caller's
   * loop. The caller then decompresses the elements itself, and throws if they are invalid.
   */
  snappyDecompress?(packed: Uint8Array, position: number, into: Uint8Array): boolean;

  /**
   * Compresses `raw` to Snappy elements at `packed[position ...]`, and returns the end of the elements. Writes the same
   * bytes as the compressor of `@marquetry/codec-snappy`. `packed` must have room for the largest possible result plus
   * 16 bytes.
   */
  snappyCompress?(raw: Uint8Array, packed: Uint8Array, position: number): number;

  /** Does the same as {@link snappyDecompress} for an LZ4 block. The block is all of `packed`. */
  lz4Decompress?(packed: Uint8Array, into: Uint8Array): boolean;

  /**
   * Compresses `raw` into an LZ4 block in `packed`, and returns the end of the block. Writes the same bytes as the
   * compressor of `@marquetry/codec-lz4`. Returns 0, and leaves `packed` with arbitrary content, if the caller must
   * compress `raw` itself. `packed` must have room for the largest possible result plus 16 bytes.
   */
  lz4Compress?(raw: Uint8Array, packed: Uint8Array): number;
}
