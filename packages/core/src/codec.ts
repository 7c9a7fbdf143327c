/**
 * What a compression codec is. Each lives in a package `codec-*`.
 */

/** A plain object, so that two copies of this package do no harm. */
export interface Codec {
  /** The version of this interface; rises only on a break. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `CompressionCodec`), any int32. */
  readonly id: number;
  readonly name: string;
  /**
   * No input unpacks to more than this many times its size, where the format bounds it. Saves the memory that a forged
   * size asks for.
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
   * Absent: read-only. The result is the caller's; it does not alias `raw`.
   * @param memory Given by a caller that copies the result at once: the result may then be a view of `memory(byteLength)`, an
   *   array of at least so many bytes, which hold anything. A codec may ignore it.
   */
  compress?(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array): Uint8Array;
}
