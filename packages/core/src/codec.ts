/** What a compression codec is. Each codec is a package of its own, named `codec-*`. */

/** A plain object, so that two copies of this package can be loaded side by side. */
export interface Codec {
  /** The version of this interface; it rises only with a breaking change. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `CompressionCodec`), any int32. */
  readonly id: number;
  readonly name: string;
  /**
   * The largest ratio of unpacked to packed bytes that the format allows, if it has one. It keeps a forged size from
   * allocating memory.
   */
  readonly maxExpansion?: number | undefined;
  /**
   * Present when the codec has an asynchronous start (WebAssembly). Await it once before {@link decompress}; calling
   * again is cheap. Using an unprepared codec throws INVALID_ARGUMENT.
   */
  prepare?(): Promise<void>;
  /**
   * Fills `into` exactly from `packed`. `into.length` is the page header's uncompressed size.
   * @throws ParquetError TRUNCATED when `packed` ends early; CORRUPT when it is malformed, or unpacks to more or fewer
   *   bytes than `into` holds. Nothing else, whatever the bytes. On a throw the contents of `into` are unspecified.
   */
  decompress(packed: Uint8Array, into: Uint8Array): void;
  /**
   * Absent if the codec only decompresses. The result is the caller's; it does not alias `raw`.
   * @param memory Given by a caller that copies the result at once. The result may then be a view of
   * `memory(byteLength)`, which is an array of at least that many bytes with any content. A codec may ignore it.
   */
  compress?(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array): Uint8Array;
}
