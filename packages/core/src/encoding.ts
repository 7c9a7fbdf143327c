/**
 * What an encoding is: a plain object that the application registers. See docs/contract.md.
 */
import type { ColumnBuffer } from './column-buffer.js';
import type { ColumnType } from './column-type.js';
import type { Limits } from './limits.js';
import type { DirectValues, Values } from './values.js';

/** All that a decoder gets besides the bytes. */
export interface DecodeContext {
  readonly column: ColumnType;
  /** Values in the page: its slots less its nulls. Known before decoding, never taken from the encoded bytes. */
  readonly valueCount: number;
  /** The chunk's dictionary, where it has one. */
  readonly dictionary?: DirectValues;
  readonly limits: Limits;
}

/** Reads the values of one page from front to back. */
export interface ValueDecoder {
  /** Values not yet read or skipped. */
  readonly remaining: number;
  /**
   * The next `count` values. May share memory with the page's bytes or the dictionary, and stays valid while they do;
   * it never shares memory with an earlier or later read.
   * @throws ParquetError INVALID_ARGUMENT when `count` is above {@link remaining}; TRUNCATED, CORRUPT or LIMIT for what
   *   the bytes do. After a throw the decoder is spent.
   */
  read(count: number): Values;
  /** Appends the next `count` values to `target`, dictionary values gathered. Never aliases. Throws as {@link read}. */
  readInto(target: ColumnBuffer, count: number): void;
  /**
   * Of encodings that use a dictionary: reads the next `count` indices, each below the dictionary's length, into
   * `target[from ...]`, so that those of many pages land in one array. Throws as {@link read}.
   */
  readIndices?(target: Int32Array, from: number, count: number): void;
  /**
   * Appends those of the next `count` values whose bit is 1 in `bits`, from bit `first` on (bit `i` is bit `i & 7` of byte
   * `i >> 3`), and passes over the others. Worth having where a value depends on those before it, so that {@link skip} costs as
   * much as reading. Never aliases. Throws as {@link read}.
   */
  readKept?(target: ColumnBuffer, bits: Uint8Array, first: number, count: number): void;
  /** Passes over `count` values: cheaper than reading them wherever the encoding allows. Throws as {@link read}. */
  skip(count: number): void;
}

/** Writes the values of one page; there is no reset. */
export interface ValueEncoder {
  /**
   * Adds `values[from, to)`, of which nothing is kept: their memory may be used again. An encoder of an encoding that uses
   * dictionaries takes DictionaryValues; the dictionary stays as it is.
   */
  write(values: Values, from: number, to: number): void;
  /** Bytes that {@link finish} would give now: exact, or an upper bound. O(1). */
  readonly byteLength: number;
  /** The page's encoded values. The encoder is spent. */
  finish(): Uint8Array;
}

/** A value encoding. A plain object without a base class, so that two copies of this package do no harm. */
export interface Encoding {
  /** The version of this interface; rises only on a break. Additions are optional members. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `Encoding`), any int32. */
  readonly id: number;
  readonly name: string;
  /** True when the encoded values are indices: the context then must have a dictionary. */
  readonly usesDictionary: boolean;
  supports(column: ColumnType): boolean;
  /**
   * Present when the encoding has an asynchronous start, such as loading its code. Await it once before {@link decoder}; it returns
   * undefined when the encoding is ready. Using an unprepared encoding throws INVALID_ARGUMENT.
   */
  prepare?(): Promise<void> | undefined;
  /**
   * A decoder of the values that start at `bytes[0]`; bytes after them stay unread. Keeps `bytes`.
   * @throws ParquetError as {@link ValueDecoder.read}, where headers show already that the values are not all there.
   */
  decoder(bytes: Uint8Array, context: DecodeContext): ValueDecoder;
  /** Absent: read-only. */
  encoder?(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** An encoding that writes too. */
export interface WritableEncoding extends Encoding {
  encoder(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** Options that encoders share; each documents which it heeds, and may take more. */
export interface EncoderOptions {
  readonly [option: string]: unknown;
}

/** Checks a plug-in at compile time and gives it back: `defineEncoding({ id: 200, ... })`. */
export function defineEncoding<E extends Encoding>(encoding: E): E {
  return encoding;
}
