/**
 * A cursor over bytes in the Thrift compact protocol. It checks everything it reads.
 *
 * ```
 * struct  = field* 00
 * field   = [delta:4 type:4] value            id = previous id + delta, delta 1..15
 *         | [0000   type:4] zigzag(id) value  any 16-bit id
 * list    = [count:4 type:4] element*         count 0..14
 *         | [1111   type:4] varint(count) element*
 * map     = 00 | varint(count) [key:4 value:4] (key value)*
 * ```
 *
 * `varint.ts` describes varints. Source: thrift-compact-protocol.md in the Apache Thrift repository.
 */

import { defaultLimits, type ErrorCode, type Limits, limitError, ParquetError } from '@marquetry/core';
import { readListHeader, readMapHeader } from './containers.js';
import type { Cursor } from './cursor.js';
import type { CompactReaderOptions, ParsedMemory } from './options.js';
import { skipElements, skipValue } from './skip.js';
import { readLongI32, readLongI64, readVarint32 } from './varint.js';
import { isValueType, WireType } from './wire-type.js';

/**
 * Maximum nesting depth, even if `limits.thriftDepth` is larger, because deeper recursion could exhaust the engine's stack.
 */
const deepest = 512;

/**
 * Reads one value after another. To read a struct, call {@link beginStruct}, then {@link nextField} until it returns
 * false, then {@link endStruct}.
 *
 * Every method throws TRUNCATED if the bytes end too early (LIMIT if they end because of `byteLimit`), and CORRUPT for
 * bytes that the protocol does not allow. Do not use a reader after it has thrown. Methods that read scalars do not
 * check {@link type}: the caller must, because only the caller can name the field.
 *
 * Types that few structs contain are read by functions, which bundlers omit if unused: `readString`, `readText`,
 * `readBoolElement`, `readI64Big`, `readDouble`, `readUuid`.
 */
export class CompactReader implements Cursor {
  // Declared without an initial value, because V8 always reads a field more slowly if its first value was undefined.
  declare bytes: Uint8Array;
  /** Offset of the next byte in {@link bytes}. */
  declare position: number;
  /** Offset in {@link bytes} at which reading must end. */
  declare end: number;
  declare limits: Limits;
  declare private readonly byteLimit: keyof Limits | undefined;
  /** The name of the input, for errors. */
  declare readonly part: string | undefined;
  /** The counter to which `holdParsed` adds the size of parsed values. */
  declare readonly memory: ParsedMemory | undefined;
  /** Id of the current field, set by {@link nextField}. */
  declare fieldId: number;
  /** {@link WireType} of the current field's value, set by {@link nextField}. */
  declare type: number;
  /** {@link WireType} of elements (for a map, of values), set by {@link readListHeader} and {@link readMapHeader}. */
  declare elementType: number;
  /** {@link WireType} of a map's keys, set by {@link readMapHeader}. */
  declare keyType: number;
  declare private maxDepth: number;
  declare private depth: number;

  /**
   * Creates a reader.
   * @param position The offset in `bytes` to start at. If it is beyond the end, the first read throws TRUNCATED.
   */
  constructor(bytes: Uint8Array, position: number = 0, options: CompactReaderOptions = {}) {
    this.byteLimit = options.byteLimit;
    this.part = options.part;
    this.memory = options.memory;
    this.restart(bytes, position, options.limits ?? defaultLimits);
  }

  /**
   * Restarts the reader at a position in other bytes, with other limits, so that one reader can read many small
   * structures.
   */
  restart(bytes: Uint8Array, position: number, limits: Limits): void {
    if (!Number.isSafeInteger(position) || position < 0) {
      throw new ParquetError('INVALID_ARGUMENT', `\`position\` must be an integer of at least 0, got ${position}`);
    }
    const { byteLimit } = this;
    this.bytes = bytes;
    this.position = position;
    this.end = byteLimit === undefined ? bytes.length : Math.min(bytes.length, position + limits[byteLimit]);
    this.limits = limits;
    this.fieldId = 0;
    this.type = 0;
    this.elementType = 0;
    this.keyType = 0;
    this.depth = 0;
    this.maxDepth = Math.min(limits.thriftDepth, deepest);
  }

  /** Creates an error at the current position, for callers that find an invalid value. */
  error(code: ErrorCode, reason: string): ParquetError {
    const { position: offset, part } = this;
    return new ParquetError(code, reason, part === undefined ? { offset } : { offset, part });
  }

  /** Creates the LIMIT error for an exceeded limit, with the offset of the next byte. */
  limitError(limit: keyof Limits, what: string): ParquetError {
    const { position: offset, part } = this;
    return limitError(limit, this.limits, what, part === undefined ? { offset } : { offset, part });
  }

  /** Creates the error for a read at or beyond {@link end}. Its offset is the end. */
  endOfBytes(): ParquetError {
    const { byteLimit, end } = this;
    this.position = end;
    if (byteLimit === undefined || end === this.bytes.length) {
      return this.error('TRUNCATED', 'a Thrift value is truncated');
    }
    return this.limitError(byteLimit, 'a Thrift value');
  }

  /** Advances by `count` bytes and returns the offset of the first. */
  advance(count: number): number {
    const start = this.position;
    if (count > this.end - start) throw this.endOfBytes();
    this.position = start + count;
    return start;
  }

  /**
   * Enters a level of nesting. {@link ascend} leaves it. Throws LIMIT if there are more levels than
   * `limits.thriftDepth`.
   */
  descend(): void {
    if (++this.depth > this.maxDepth)
      throw this.limitError('thriftDepth', `a Thrift value nested ${this.depth} levels deep`);
  }

  /** Leaves the level that {@link descend} entered. */
  ascend(): void {
    this.depth--;
  }

  /** Enters a struct. Returns the field id of the enclosing struct; pass it to {@link endStruct}. */
  beginStruct(): number {
    this.descend();
    const outer = this.fieldId;
    this.fieldId = 0;
    return outer;
  }

  /** Leaves a struct after {@link nextField} has returned false. */
  endStruct(outer: number): void {
    this.ascend();
    this.fieldId = outer;
  }

  /**
   * Reads a field header into {@link fieldId} and {@link type}, and moves to the value. Returns false at the end of the
   * struct.
   */
  nextField(): boolean {
    const position = this.position;
    if (position >= this.end) throw this.endOfBytes();
    const byte = this.bytes[position] as number;
    this.position = position + 1;
    if (byte === 0) return false;
    const type = byte & 0x0f;
    const id = this.fieldId + (byte >>> 4);
    this.type = type;
    this.fieldId = id;
    if (byte < 0x10 || id > 0x7fff || !isValueType(type)) this.readUncommonField(byte);
    return true;
  }

  /**
   * Reads a field header in the long form or with an invalid type. It is separate from `nextField` to keep that method
   * small enough for the engine to inline.
   */
  private readUncommonField(byte: number): void {
    if (!isValueType(this.type)) throw this.error('CORRUPT', `a field has the unknown type ${this.type}`);
    if (byte >= 0x10) throw this.error('CORRUPT', `field id ${this.fieldId} is above 32767`);
    this.fieldId = this.readI16();
  }

  /** Skips the value of the current field, whatever its type, in time linear in its size and without allocation. */
  skipField(): void {
    skipValue(this, this.type);
  }

  /** Skips elements of a list or set whose header has been read. */
  skipElements(type: number, count: number): void {
    skipElements(this, type, count);
  }

  /** Returns the value of a boolean field. The value is part of the field's type, so no byte is read. */
  readBool(): boolean {
    return this.type === WireType.TRUE;
  }

  /**
   * Reads the header of a list or set into {@link elementType} and returns the count, which is at most
   * `limits.listLength` and the number of remaining bytes (every element takes at least one). An empty list may have
   * any element type.
   */
  readListHeader(): number {
    return readListHeader(this);
  }

  /** Reads the header of a map into {@link keyType} and {@link elementType} (both 0 if empty) and returns the count. */
  readMapHeader(): number {
    return readMapHeader(this);
  }

  readI8(): number {
    return ((this.bytes[this.advance(1)] as number) << 24) >> 24;
  }

  readI16(): number {
    const value = this.readI32();
    if (value !== (value << 16) >> 16) throw this.error('CORRUPT', `an i16 must fit in 16 bits, got ${value}`);
    return value;
  }

  readI32(): number {
    const position = this.position;
    const byte = position < this.end ? (this.bytes[position] as number) : 0x80;
    if (byte >= 0x80) return readLongI32(this);
    this.position = position + 1;
    return (byte >>> 1) ^ -(byte & 1);
  }

  /** Reads an i64 as a number. Throws LIMIT for values outside ±(2^53 - 1), which a number cannot represent exactly. */
  readI64(): number {
    const position = this.position;
    const byte = position < this.end ? (this.bytes[position] as number) : 0x80;
    if (byte >= 0x80) return readLongI64(this);
    this.position = position + 1;
    return (byte >>> 1) ^ -(byte & 1);
  }

  /**
   * Returns the bytes of a binary value or string as a plain `Uint8Array` **that shares memory with the reader's
   * bytes**.
   */
  readBinary(): Uint8Array {
    const length = this.readLength();
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + this.advance(length), length);
  }

  /** Reads the length of a binary value in bytes. Throws if the value does not fit in the remaining bytes. */
  readLength(): number {
    const length = readVarint32(this);
    if (length < 0) throw this.error('CORRUPT', 'a length is negative');
    if (length > this.end - this.position) throw this.endOfBytes();
    return length;
  }
}
