/** A page and the meaning of its bytes. */
import type { CodecRegistry, DirectValues, EncodingRegistry, Limits, ParquetError } from '@marquetry/core';
import type { ExplainedBytes } from './byte-field.js';

/** Options of `explainPage`. */
export interface ExplainOptions {
  /** The registered encodings. Encodings of the Parquet format are explained even if they are not registered. */
  readonly encodings: EncodingRegistry;
  /** The codecs that can decompress the page. */
  readonly codecs: CodecRegistry;
  readonly limits?: Limits | undefined;
  /** The chunk's dictionary. If given, the value of each dictionary index is shown. */
  readonly dictionary?: DirectValues | undefined;
  /** Maximum number of fields without children to return, for each of `stored` and `decompressed`. Default: 10,000. */
  readonly mostFields?: number | undefined;
  /** Offset in the decompressed body. Fields that end before this offset are only counted in `omitted`. Default: 0. */
  readonly from?: number | undefined;
}

/** The meaning of each byte of a page. */
export interface ExplainedPage {
  /** The header and the body as stored. */
  readonly stored: ExplainedBytes;
  /**
   * The decompressed body: levels, then values. Undefined if the body is not compressed (`stored` then explains all of
   * it) or cannot be decompressed.
   */
  readonly decompressed: ExplainedBytes | undefined;
  /** The result of comparing the body with the checksum in the header. */
  readonly checksum: 'right' | 'wrong' | 'absent';
  readonly levelRuns: { readonly repetition: LevelRuns; readonly definition: LevelRuns };
  /** Number of values that are not null; undefined if the levels cannot be read. */
  readonly valueCount: number | undefined;
  /** The first error in the bytes that were explained. A field whose kind is `fault` shows its position. */
  readonly fault: ParquetError | undefined;
}

/** The runs in which a page's repetition levels or definition levels are stored. */
export interface LevelRuns {
  /** The first runs, at most 1,000. Empty if the page has no levels of this kind, or if its levels are BIT_PACKED. */
  readonly runs: readonly LevelRun[];
  /** Number of further runs, which `runs` does not list. */
  readonly omitted: number;
}

/** A run of levels. */
export interface LevelRun {
  readonly kind: 'rle' | 'bit-packed';
  /** Number of levels in the run, without padding. */
  readonly count: number;
  /** The repeated level; undefined for a bit-packed run. */
  readonly level?: number | undefined;
  /** The first levels of a bit-packed run, at most 16. */
  readonly levels?: readonly number[] | undefined;
}
