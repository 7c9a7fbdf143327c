/** The interface of encodings, which are plain objects that the application registers. See docs/contract.md. */
import type { ColumnBuffer } from './column-buffer.js';
import type { ColumnType } from './column-type.js';
import type { Limits } from './limits.js';
import type { DirectValues, Values } from './values.js';

/** The information that a decoder receives in addition to the bytes. */
export interface DecodeContext {
  readonly column: ColumnType;
  /** bytes. */
  readonly valueCount: number;
  /** The dictionary of the column chunk, if it has one. */
  readonly dictionary?: DirectValues;
  readonly limits: Limits;
}

/** Reads the values of one page from first to last. */
export interface ValueDecoder {
  /** Number of values that have not been read or skipped yet. */
  readonly remaining: number;
  /**
   * Returns the next `count` values. They may share memory with the bytes of the page or with the dictionary, and are
   * valid only as long as that memory is. They never share memory with the values that another call returned.
   * @throws ParquetError INVALID_ARGUMENT if `count` is above {@link remaining}; TRUNCATED or CORRUPT for invalid
   * bytes; LIMIT if the values exceed a limit. After an error, do not use the decoder again.
   */
  read(count: number): Values;
  /**
   * Appends the next `count` values to `target`. Indices are replaced with dictionary entries. The appended values
   * never share memory with the page. Throws like {@link read}.
   */
  readInto(target: ColumnBuffer, count: number): void;
  /**
   * Reads the next `count` indices into `target`, starting at `target[from]`, so that the indices of several pages can
   * fill one array. Every index is below the length of the dictionary. Present only if the encoding uses a dictionary.
   * Throws like {@link read}.
   */
  readIndices?(target: Int32Array, from: number, count: number): void;
  /**
   * Appends some of the next `count` values and skips the others. Value `k` is appended if bit `i = first + k` of
   * `bits` (bit `i & 7` of byte `i >> 3`) is 1. Optional: implement it if each value depends on the previous ones,
   * which makes {@link skip} as slow as reading. The appended values never share memory with the page. Throws like
   * {@link read}.
   */
  readKept?(target: ColumnBuffer, bits: Uint8Array, first: number, count: number): void;
  /** Skips `count` values, without decoding them if the encoding allows it. Throws like {@link read}. */
  skip(count: number): void;
}

/** Writes the values of one page. Each page needs a new encoder. */
export interface ValueEncoder {
  /**
   * Adds `values[from, to)`. The encoder keeps no reference to `values`, so their memory may be reused. If the encoding
   * uses a dictionary, `values` must be DictionaryValues; the encoder does not change their dictionary.
   */
  write(values: Values, from: number, to: number): void;
  /** Number of bytes that {@link finish} would return now: the exact number or an upper bound. Takes constant time. */
  readonly byteLength: number;
  /** Returns the encoded values of the page. Do not use the encoder afterwards, except for {@link release}. */
  finish(): Uint8Array;
  /**
   * Lets later encoders reuse the memory of the bytes that {@link finish} returned. Do not use these bytes afterwards.
   * Optional to implement and to call.
   */
  release?(): void;
}

/**
 * A value encoding. It is a plain object without a base class, so it works even if a program loads two copies of this
 * package.
 */
export interface Encoding {
  /** The version of this interface. Only incompatible changes increase it; new members are optional. */
  readonly contract: 1;
  /** The id that is stored in files (parquet.thrift `Encoding`): any int32. */
  readonly id: number;
  readonly name: string;
  /** True if the encoded values are indices into a dictionary. Then {@link DecodeContext.dictionary} must be set. */
  readonly usesDictionary: boolean;
  supports(column: ColumnType): boolean;
  /**
   * Loads code that the encoding needs. Absent if the encoding is ready without it. Await it once before
   * {@link decoder}; it returns undefined if nothing is left to load. Using an encoding before it is ready throws
   * INVALID_ARGUMENT.
   */
  prepare?(): Promise<void> | undefined;
  /**
   * Returns a decoder for the values that start at `bytes[0]`. The decoder keeps a reference to `bytes`, and does not
   * read bytes after the values.
   * @throws ParquetError like {@link ValueDecoder.read}, if a header shows that values are missing.
   */
  decoder(bytes: Uint8Array, context: DecodeContext): ValueDecoder;
  /** Creates an encoder for one page. Absent if the encoding is read-only. */
  encoder?(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** An encoding that can also write values. */
export interface WritableEncoding extends Encoding {
  encoder(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** Options of encoders, by name. Each encoder documents the options that it uses. */
export interface EncoderOptions {
  readonly [option: string]: unknown;
}

/** Checks the type of a plug-in at compile time and returns it: `defineEncoding({ id: 200, ... })`. */
export function defineEncoding<E extends Encoding>(encoding: E): E {
  return encoding;
}
