/** The results of measuring a column in one encoding and codec. */

/** An encoding that a column may be written in. */
export interface CostEncoding {
  /** The id in the Parquet format. */
  readonly id: number;
  readonly name: string;
  /** True if the encoding's layout may still change. */
  readonly preview: boolean;
}

/** A codec that a column may be written in, including UNCOMPRESSED. */
export interface CostCodec {
  /** The id in the Parquet format. */
  readonly id: number;
  readonly name: string;
}

/** The size and decode speed of a column in one encoding and codec. Sizes include page headers. */
export interface EncodingCost {
  readonly encoding: CostEncoding;
  readonly codec: CostCodec;
  readonly size: number;
  /** Bytes that the same rows take in the file now. If only some rows of a row group are measured, its size is scaled down in proportion. */
  readonly presentSize: number;
  /** `size` divided by `presentSize`: below 1 means smaller than in the file now. */
  readonly ratio: number;
  /** Number of rows that were measured. */
  readonly rows: number;
  /**
   * Decode speed in megabytes (10^6 PLAIN-encoded bytes) per second, the median of several rounds. Null if the speed
   * has not been measured yet, or if the column has no values.
   */
  readonly decodeMegabytesPerSecond: number | null;
}

/** An encoding, a codec or a combination of the two in which the column cannot be written. */
export interface RefusedCost {
  /** The encoding; undefined if the codec cannot be written with any encoding. */
  readonly encoding: CostEncoding | undefined;
  /** The codec; undefined if the encoding cannot be written with any codec. */
  readonly codec: CostCodec | undefined;
  /** Why the column cannot be written in this way, and how to fix the problem if possible. */
  readonly refused: string;
}
