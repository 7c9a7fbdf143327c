/**
 * The interface of an encoding, which is a plain object that the application registers. See docs/contract.md.
 */
import type { ColumnBuffer } from './column-buffer.js';
import type { ColumnType } from './column-type.js';
import type { Limits } from './limits.js';
import type { DirectValues, Values } from './values.js';

/** Everything that a decoder receives besides the bytes. */
export interface DecodeContext {
  readonly column: ColumnType;
  /** bytes. */
  readonly valueCount: number;
  /** The chunk's dictionary, if it has one. */
  readonly dictionary?: DirectValues;
  readonly limits: Limits;
}

/** Reads the values of one page from first to last. */
export interface ValueDecoder {
  /** Values not yet read or skipped. */
  readonly remaining: number;
  /**
   * Returns the next `count` values. They may share memory with the page's bytes or the dictionary, and are valid as
   * long as that memory. They never share memory with the values of another read.
   * @throws ParquetError INVALID_ARGUMENT if `count` is above {@link remaining}; TRUNCATED, CORRUPT or LIMIT for
   * invalid bytes. After a throw, do not use the decoder again.
   */
  read(count: number): Values;
  /**
   * Appends the next `count` values to `target`, looking up dictionary values. Never aliases. Throws like {@link read}.
   */
  readInto(target: ColumnBuffer, count: number): void;
  /**
   * Only encodings that use a dictionary have it: reads the next `count` indices, each below the dictionary's length, into
   * `target[from ...]`, so that the indices of many pages fill one array. Throws like {@link read}.
   */
  readIndices?(target: Int32Array, from: number, count: number): void;
  /**
   * Appends the selected ones of the next `count` values and skips the others. Value `k` is selected if bit `i = first + k` of
   * `bits` is 1, which is bit `i & 7` of byte `i >> 3`. Useful if a value depends on the previous values, so that {@link skip}
   * takes as long as reading. Never aliases. Throws like {@link read}.
   */
  readKept?(target: ColumnBuffer, bits: Uint8Array, first: number, count: number): void;
  /** Skips `count` values, faster than reading them if the encoding allows it. Throws like {@link read}. */
  skip(count: number): void;
}

/** Writes the values of one page. Each page needs a new encoder. */
export interface ValueEncoder {
  /**
   * Adds `values[from, to)`. Keeps no reference to them, so their memory may be reused. If the encoding uses a dictionary,
   * `values` are DictionaryValues, whose dictionary is not changed.
   */
  write(values: Values, from: number, to: number): void;
  /** Bytes that {@link finish} would return now: the exact number or an upper bound. Takes constant time. */
  readonly byteLength: number;
  /** The page's encoded values. Do not use the encoder afterwards. */
  finish(): Uint8Array;
}

/**
 * A value encoding: a plain object without a base class, so that it also works if two copies of this package are
 * loaded.
 */
export interface Encoding {
  /** The version of this interface; it rises only with a breaking change. Additions are optional members. */
  readonly contract: 1;
  /** The wire id (parquet.thrift `Encoding`), any int32. */
  readonly id: number;
  readonly name: string;
  /** True if the encoded values are indices. The context must then have a dictionary. */
  readonly usesDictionary: boolean;
  supports(column: ColumnType): boolean;
  /**
   * Prepares the encoding. Present if the encoding must do so asynchronously, for example to load its code. Await it
   * once before {@link decoder}; it returns undefined if the encoding is ready. Using an unprepared encoding throws
   * INVALID_ARGUMENT.
   */
  prepare?(): Promise<void> | undefined;
  /**
   * Returns a decoder of the values that start at `bytes[0]`. Does not read bytes after the values. The decoder keeps a reference
   * to `bytes`.
   * @throws ParquetError like {@link ValueDecoder.read}, if a header shows that values are missing.
   */
  decoder(bytes: Uint8Array, context: DecodeContext): ValueDecoder;
  /** Creates an encoder for one page. Absent if the encoding is read-only. */
  encoder?(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** An encoding that can also write. */
export interface WritableEncoding extends Encoding {
  encoder(column: ColumnType, options?: EncoderOptions): ValueEncoder;
}

/** Options that encoders share; each encoder documents the options it uses, and may have more. */
export interface EncoderOptions {
  readonly [option: string]: unknown;
}

/** Checks the type of a plug-in at compile time and returns it: `defineEncoding({ id: 200, ... })`. */
export function defineEncoding<E extends Encoding>(encoding: E): E {
  return encoding;
}
