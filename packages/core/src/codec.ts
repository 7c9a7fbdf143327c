/** The interface of a compression codec. Each codec is a separate package, named `codec-*`. */

/**
 * A compression codec. It is a plain object without a base class, so it works even if a program loads two copies of
 * this package.
 */
export interface Codec {
  /** The version of this interface. Only incompatible changes increase it. */
  readonly contract: 1;
  /** The id that is stored in files (parquet.thrift `CompressionCodec`): any int32. */
  readonly id: number;
  readonly name: string;
  /**
   * The largest ratio of decompressed to compressed size that the codec's format allows; absent if the format sets
   * none. A page whose header implies a larger ratio is rejected before memory is allocated.
   */
  readonly maxExpansion?: number | undefined;
  /**
   * Loads code that the codec needs, such as WebAssembly. Absent if the codec is ready without it. Await it once before
   * {@link decompress}; later calls return quickly. Using a codec before it is ready throws INVALID_ARGUMENT.
   */
  prepare?(): Promise<void>;
  /**
   * Decompresses `packed`, and fills `into` exactly. `into.length` is the uncompressed size that the page header
   * states.
   * @throws ParquetError TRUNCATED if `packed` ends early; CORRUPT if it is malformed, or decompresses to more or fewer
   * bytes than `into` holds. Throws no other error, whatever the input. After an error, the contents of `into` are
   * unspecified.
   */
  decompress(packed: Uint8Array, into: Uint8Array): void;
  /**
   * Compresses `raw`. Absent if the codec can only decompress. The caller owns the result, which does not alias `raw`.
   * @param memory Returns an array of at least `byteLength` bytes with any content. The codec may write to this array
   * and return a view of it, or ignore `memory`. Pass it only if you copy the result before the array is used again.
   */
  compress?(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array): Uint8Array;
}
