/** The interface of a compression codec. Each codec is a separate package, named `codec-*`. */

/** A compression codec: a plain object, so that it also works if two copies of this package are loaded. */
export interface Codec {
  /** The version of this interface; it rises only with a breaking change. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `CompressionCodec`), any int32. */
  readonly id: number;
  readonly name: string;
  /**
   * The largest ratio of decompressed to compressed bytes that the format allows; absent if there is no maximum. A page
   * header that states a larger size is rejected before memory is allocated.
   */
  readonly maxExpansion?: number | undefined;
  /**
   * Prepares the codec. Present if the codec must load code asynchronously, such as WebAssembly. Await it once before
   * {@link decompress}; later calls return quickly. Using an unprepared codec throws INVALID_ARGUMENT.
   */
  prepare?(): Promise<void>;
  /**
   * Decompresses `packed` into `into`, and fills it exactly. `into.length` is the uncompressed size that the page
   * header states.
   * @throws ParquetError TRUNCATED if `packed` ends early; CORRUPT if it is malformed, or decompresses to more or fewer bytes
   *   than `into` holds. Never throws another error, whatever the bytes. After a throw, the contents of `into` are unspecified.
   */
  decompress(packed: Uint8Array, into: Uint8Array): void;
  /**
   * Compresses `raw`. Absent if the codec can only decompress. The caller owns the result, which does not alias `raw`.
   * @param memory Pass it only if
   * you copy the result at once. The result may then be a view of `memory(byteLength)`, which is an array of at least that many
   * bytes with any content. A codec may ignore it.
   */
  compress?(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array): Uint8Array;
}
