/**
 * A cursor over bytes of the Thrift compact protocol that trusts nothing it reads.
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
 * The other values are in `scalars.ts`. Source: thrift-compact-protocol.md of Apache Thrift.
 */

import { type CompactReaderOptions, ScalarReader } from './scalars.js';
import { skipElements, skipValue } from './skip.js';
import { WireType } from './wire-type.js';

/** Recursion deeper than this could exhaust an engine's stack, whatever `limits.thriftDepth` allows. */
const deepest = 512;

/**
 * Reads one value after the other; the caller knows the struct. The pattern:
 *
 * ```ts
 * const outer = reader.beginStruct();
 * while (reader.nextField()) {
 *   if (reader.fieldId === 1 && reader.type === WireType.I32) count = reader.readI32();
 *   else reader.skipField();
 * }
 * reader.endStruct(outer);
 * ```
 *
 * Every method throws TRUNCATED where the bytes end too early (LIMIT where `byteLimit` ends them), and CORRUPT for bytes
 * that the protocol does not allow. After an error the reader is of no more use. Scalars do not compare {@link type}
 * with what is asked for: the caller does, since only it can name the field.
 */
export class CompactReader extends ScalarReader {
  /** Id of the current field, set by {@link nextField}. */
  fieldId: number = 0;
  /** {@link WireType} of the current field's value, set by {@link nextField}. */
  type: number = 0;
  /** {@link WireType} of elements (values, for a map), set by {@link readListHeader} and {@link readMapHeader}. */
  elementType: number = 0;
  /** {@link WireType} of a map's keys, set by {@link readMapHeader}. */
  keyType: number = 0;
  readonly #maxDepth: number;
  #depth = 0;

  constructor(bytes: Uint8Array, position: number = 0, options: CompactReaderOptions = {}) {
    super(bytes, position, options);
    this.#maxDepth = Math.min(this.limits.thriftDepth, deepest);
  }

  /** Counts one more level of nesting; LIMIT above `limits.thriftDepth`. {@link ascend} undoes it. */
  descend(): void {
    if (++this.#depth > this.#maxDepth) {
      throw this.error('LIMIT', `nesting is deeper than ${this.#maxDepth} (limits.thriftDepth)`);
    }
  }

  /** Ends what {@link descend} began. */
  ascend(): void {
    this.#depth--;
  }

  /** Enters a struct. The result is the outer field id, to be handed to {@link endStruct}. */
  beginStruct(): number {
    this.descend();
    const outer = this.fieldId;
    this.fieldId = 0;
    return outer;
  }

  /** Leaves a struct after {@link nextField} returned false. */
  endStruct(outer: number): void {
    this.ascend();
    this.fieldId = outer;
  }

  /** Reads a field header into {@link fieldId} and {@link type}; false at the struct's end. The value comes next. */
  nextField(): boolean {
    const position = this.position;
    if (position >= this.end) throw this.endOfBytes();
    const byte = this.bytes[position] as number;
    this.position = position + 1;
    if (byte === WireType.STOP) return false;
    const type = byte & 0x0f;
    if (type === WireType.STOP || type > WireType.UUID) throw this.error('CORRUPT', `a field has type ${type}`);
    this.type = type;
    const id = byte >= 0x10 ? this.fieldId + (byte >>> 4) : this.readI16();
    if (id > 0x7fff) throw this.error('CORRUPT', `field id ${id} is above 32767`);
    this.fieldId = id;
    return true;
  }

  /** Passes over the value of the current field, whatever its type; linear in its bytes, allocates nothing. */
  skipField(): void {
    skipValue(this, this.type);
  }

  /** Passes over elements of a list or set whose header has been read. */
  skipElements(type: number, count: number): void {
    skipElements(this, type, count);
  }

  /** The value of a boolean field, which is in its type: reads no byte. */
  readBool(): boolean {
    return this.type === WireType.TRUE;
  }

  /**
   * Reads the header of a list or set into {@link elementType} and returns the count, which is at most the bytes left
   * (no element takes none) and `limits.listLength`. The element type of an empty list is whatever its writer put.
   */
  readListHeader(): number {
    const byte = this.bytes[this.advance(1)] as number;
    const type = byte & 0x0f;
    this.elementType = type;
    const count = byte >>> 4 === 15 ? this.varint32() : byte >>> 4;
    this.#checkCount(count, 1);
    if (count > 0 && !isValueType(type)) throw this.error('CORRUPT', `a list has elements of type ${type}`);
    return count;
  }

  /** Reads the header of a map into {@link keyType} and {@link elementType} (both 0 if empty) and returns the count. */
  readMapHeader(): number {
    const count = this.varint32();
    this.#checkCount(count, 2);
    const types = count === 0 ? 0 : (this.bytes[this.advance(1)] as number);
    this.keyType = types >>> 4;
    this.elementType = types & 0x0f;
    if (count > 0 && !(isValueType(this.keyType) && isValueType(this.elementType))) {
      throw this.error('CORRUPT', `a map has keys of type ${this.keyType} and values of type ${this.elementType}`);
    }
    return count;
  }

  #checkCount(count: number, bytesEach: number): void {
    if (count < 0) throw this.error('CORRUPT', 'a count is negative');
    if (count * bytesEach > this.end - this.position) throw this.endOfBytes();
    if (count > this.limits.listLength) {
      throw this.error('LIMIT', `${count} entries are more than ${this.limits.listLength} (limits.listLength)`);
    }
  }
}

function isValueType(type: number): boolean {
  return type > WireType.STOP && type <= WireType.UUID;
}
