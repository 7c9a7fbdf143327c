/** A page and the meaning of its bytes. */
import type { CodecRegistry, DirectValues, EncodingRegistry, Limits, ParquetError } from '@marquetry/core';
import type { ExplainedBytes } from './byte-field.js';

/** What to explain of a page. */
export interface ExplainOptions {
  /** Tells which encodings the program can read. The layout of the format's own encodings is explained even if they are not registered. */
  readonly encodings: EncodingRegistry;
  /** Decompress the page. */
  readonly codecs: CodecRegistry;
  readonly limits?: Limits | undefined;
  /** The chunk's dictionary, to show the value of each index. */
  readonly dictionary?: DirectValues | undefined;
  /** The most fields without children that are returned, for each of `stored` and `decompressed`. Default: 10,000. */
  readonly mostFields?: number | undefined;
  /**
   * The byte of the body (as decompressed, without the header) from which on fields are returned. Earlier fields are counted
   * in `omitted`. Default: 0.
   */
  readonly from?: number | undefined;
}

/** The meaning of each byte of a page. */
export interface ExplainedPage {
  /** The header and the body as stored. */
  readonly stored: ExplainedBytes;
  /**
   * The body without compression: levels, then values. Undefined if nothing is compressed, because `stored` then has all
   * fields, and if the body cannot be decompressed.
   */
  readonly decompressed: ExplainedBytes | undefined;
  /** The result of comparing the body with the checksum in the header. */
  readonly checksum: 'right' | 'wrong' | 'absent';
  readonly levelRuns: { readonly repetition: LevelRuns; readonly definition: LevelRuns };
  /** Number of values that are not null; undefined if the levels cannot be read. */
  readonly valueCount: number | undefined;
  /** The first fault among the bytes that were explained. Its place is also a field of the kind `fault`. */
  readonly fault: ParquetError | undefined;
}

/** The runs of the levels of a page. */
export interface LevelRuns {
  /** The first runs, at most 1,000. Empty if the page has no such levels, or if they have the encoding BIT_PACKED. */
  readonly runs: readonly LevelRun[];
  /** Number of runs after them. */
  readonly omitted: number;
}

/** A run of levels. */
export interface LevelRun {
  readonly kind: 'rle' | 'bit-packed';
  /** Number of levels of the page in the run. */
  readonly count: number;
  /** The repeated level; undefined for a bit-packed run. */
  readonly level?: number | undefined;
  /** The first levels of a bit-packed run, at most 16. */
  readonly levels?: readonly number[] | undefined;
}
