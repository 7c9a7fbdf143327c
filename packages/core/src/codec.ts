/** The interface of a compression codec. Each codec is a separate package, named `codec-*`. */

/** A compression codec. A plain object, so that it also works with another loaded copy of this package. */
export interface Codec {
  /** The version of this interface; it rises only with a breaking change. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `CompressionCodec`), any int32. */
  readonly id: number;
  readonly name: string;
  /**
   * The largest ratio of unpacked to packed bytes that the format allows, if it has one. A page header that states a larger size
   * is rejected before memory is allocated.
   */
  readonly maxExpansion?: number | undefined;
  /**
   * Present if the codec starts asynchronously (WebAssembly). Await it once before {@link decompress}; further calls return
   * quickly. Using the codec before that throws INVALID_ARGUMENT.
   */
  prepare?(): Promise<void>;
  /**
   * Fills `into` exactly from `packed`. `into.length` is the page header's uncompressed size.
   * @throws ParquetError TRUNCATED if `packed` ends early; CORRUPT if it is malformed, or decompresses to more or fewer bytes
   *   than `into` holds. Never throws another error, whatever the bytes. After a throw, the contents of `into` are unspecified.
   */
  decompress(packed: Uint8Array, into: Uint8Array): void;
  /**
   * Absent if the codec only decompresses. The caller owns the result, which does not alias `raw`.
   * @param memory Pass it only if
   * you copy the result at once. The result may then be a view of `memory(byteLength)`, which is an array of at least that many
   * bytes with any content. A codec may ignore it.
   */
  compress?(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array): Uint8Array;
}
