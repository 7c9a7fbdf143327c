/**
 * A cursor over bytes, and the values of the Thrift compact protocol that hold no others.
 *
 * ```
 * binary, string = varint(byte length) byte*
 * i16 i32 i64    = varint(zigzag)    varint = 7 bits a byte, least significant first, high bit set on all but the last
 * double         = 8 bytes LE        i8 = 1 byte        uuid = 16 bytes        boolean in a list = 1 byte
 * ```
 *
 * Source: thrift-compact-protocol.md of Apache Thrift.
 */

import { defaultLimits, type ErrorCode, type Limits, ParquetError } from '@marquetry/core';
import { decodeText } from './text.js';

/** What a {@link CompactReader} is told besides the bytes. */
export interface CompactReaderOptions {
  /** Bounds; `thriftDepth` and `listLength` are used. Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** The limit that bounds the bytes read from the starting position. Default: none but the end of the bytes. */
  readonly byteLimit?: keyof Limits;
  /** What the bytes are, for the place of errors. */
  readonly part?: string;
}

/**
 * Reads scalars. Every method throws TRUNCATED where the bytes end too early (LIMIT where `byteLimit` ends them), and
 * CORRUPT for bytes that the protocol does not allow. After an error the reader is of no more use.
 */
export class ScalarReader {
  readonly bytes: Uint8Array;
  /** Offset of the next byte in {@link bytes}. */
  position: number;
  /** Offset in {@link bytes} where reading must end. */
  readonly end: number;
  readonly limits: Limits;
  readonly #byteLimit: keyof Limits | undefined;
  readonly #part: string | undefined;
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array, position: number = 0, options: CompactReaderOptions = {}) {
    const limits = options.limits ?? defaultLimits;
    const byteLimit = options.byteLimit;
    if (!Number.isInteger(position) || position < 0 || position > bytes.length) {
      throw new ParquetError('INVALID_ARGUMENT', `position ${position} is not in 0..${bytes.length}`);
    }
    this.bytes = bytes;
    this.position = position;
    this.end = byteLimit === undefined ? bytes.length : Math.min(bytes.length, position + limits[byteLimit]);
    this.limits = limits;
    this.#byteLimit = byteLimit;
    this.#part = options.part;
  }

  /** An error at the current position, for callers that find a fault in what they read. */
  error(code: ErrorCode, reason: string): ParquetError {
    const part = this.#part;
    return new ParquetError(
      code,
      reason,
      part === undefined ? { offset: this.position } : { offset: this.position, part },
    );
  }

  /** The error of needing bytes at or beyond {@link end}. Its offset is the end. */
  endOfBytes(): ParquetError {
    this.position = this.end;
    const byteLimit = this.#byteLimit;
    if (byteLimit === undefined || this.end === this.bytes.length) {
      return this.error('TRUNCATED', 'the bytes end inside a Thrift value');
    }
    return this.error('LIMIT', `more than ${this.limits[byteLimit]} bytes (limits.${byteLimit})`);
  }

  /** Moves on by `count` bytes, and returns the offset of the first. */
  advance(count: number): number {
    const start = this.position;
    if (count > this.end - start) throw this.endOfBytes();
    this.position = start + count;
    return start;
  }

  /** A boolean in a list: one byte, 1 for true, 2 for false, and 0 for false from some writers. */
  readBoolElement(): boolean {
    const byte = this.bytes[this.advance(1)] as number;
    if (byte > 2) throw this.error('CORRUPT', `${byte} is no boolean`);
    return byte === 1;
  }

  readI8(): number {
    return ((this.bytes[this.advance(1)] as number) << 24) >> 24;
  }

  readI16(): number {
    const value = this.readI32();
    if (value !== (value << 16) >> 16) throw this.error('CORRUPT', `${value} is no 16-bit integer`);
    return value;
  }

  readI32(): number {
    const bits = this.varint32();
    return (bits >>> 1) ^ -(bits & 1);
  }

  /** An i64 as a number; LIMIT outside ±(2^53 - 1), where numbers are not exact. */
  readI64(): number {
    const position = this.position;
    if (position < this.end) {
      const byte = this.bytes[position] as number;
      if (byte < 0x80) {
        this.position = position + 1;
        return (byte >>> 1) ^ -(byte & 1);
      }
    }
    this.#varint64();
    const sign = -(this.#low & 1);
    const low = (((this.#low >>> 1) | (this.#high << 31)) ^ sign) >>> 0;
    const value = ((this.#high >>> 1) ^ sign) * 0x1_0000_0000 + low;
    // -2^53 is what -2^53 - 1 rounds to, so that the bound is exact.
    if (!Number.isSafeInteger(value)) throw this.error('LIMIT', 'an i64 is outside ±(2^53 - 1)');
    return value;
  }

  /** An i64 of any size. */
  readI64Big(): bigint {
    this.#varint64();
    const bits = (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
    return (bits >> 1n) ^ -(bits & 1n);
  }

  readDouble(): number {
    const start = this.advance(8);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + start, 8).getFloat64(0, true);
  }

  /** The bytes of a binary or string: a plain `Uint8Array` **that shares memory with the reader's bytes**. */
  readBinary(): Uint8Array {
    const length = this.readLength();
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + this.advance(length), length);
  }

  /** A UTF-8 string; CORRUPT if malformed, since replaced characters would make two names one. */
  readString(): string {
    const length = this.readLength();
    const start = this.advance(length);
    const text = decodeText(this.bytes, start, start + length, false);
    if (text === undefined) throw this.error('CORRUPT', 'a string is not UTF-8');
    return text;
  }

  /** As {@link readString}, but U+FFFD stands for malformed bytes: for free text, which some writers fill with others. */
  readText(): string {
    const length = this.readLength();
    const start = this.advance(length);
    return decodeText(this.bytes, start, start + length, true) as string;
  }

  /** The 16 bytes of a UUID, **sharing memory**. */
  readUuid(): Uint8Array {
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + this.advance(16), 16);
  }

  /** The byte length of a binary, which must lie in the bytes. */
  readLength(): number {
    const length = this.varint32();
    if (length < 0) throw this.error('CORRUPT', 'a length is negative');
    if (length > this.end - this.position) throw this.endOfBytes();
    return length;
  }

  /** The 32 bits of a varint as an int32: those of 2^31 and above come out negative. */
  protected varint32(): number {
    const { bytes, end } = this;
    let position = this.position;
    let bits = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (position >= end) throw this.endOfBytes();
      const byte = bytes[position++] as number;
      bits |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (shift === 28 && byte > 0x0f) break;
        this.position = position;
        return bits;
      }
    }
    throw this.error('CORRUPT', 'a varint has more than 32 bits');
  }

  /** The 64 bits of a varint into two words. */
  #varint64(): void {
    const { bytes, end } = this;
    let position = this.position;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (position >= end) throw this.endOfBytes();
      const byte = bytes[position++] as number;
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift === 28) high = bits >>> 4;
      else if (shift > 28) high |= bits << (shift - 32);
      if (byte < 0x80) {
        if (shift === 63 && byte > 1) break;
        this.position = position;
        this.#low = low;
        this.#high = high;
        return;
      }
    }
    throw this.error('CORRUPT', 'a varint has more than 64 bits');
  }
}
