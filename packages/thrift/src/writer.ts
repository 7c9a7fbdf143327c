/**
 * Writes the Thrift compact protocol to a growing array. The bytes equal those that Apache Thrift writes. `reader.ts`
 * describes the format.
 */

import { ParquetError } from '@marquetry/core';
import { WireType } from './wire-type.js';

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/**
 * Writes one value after another, in wire order. Write each field as a header and then a value; a boolean field is only
 * a header.
 *
 * ```ts
 * const outer = writer.beginStruct();
 * writer.writeFieldHeader(WireType.I32, 1);
 * writer.writeI32(42);
 * writer.writeBoolField(2, true);
 * writer.endStruct(outer);
 * ```
 *
 * Throws INVALID_ARGUMENT for numbers that do not fit their type.
 */
export class CompactWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #fieldId = 0;

  /**
   * Creates a writer.
   * @param capacity Initial size in bytes; the memory grows as needed.
   */
  constructor(capacity: number = 256) {
    this.#bytes = new Uint8Array(Math.max(capacity, 16));
  }

  /** Number of bytes written so far. */
  get byteLength(): number {
    return this.#length;
  }

  /** Returns a copy of the bytes written so far. The writer keeps no reference to the copy. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Enters a struct. Pass the returned value to {@link endStruct}. */
  beginStruct(): number {
    const outer = this.#fieldId;
    this.#fieldId = 0;
    return outer;
  }

  /** Writes the stop byte of a struct and returns to the enclosing struct. */
  endStruct(outer: number): void {
    this.#byte(WireType.STOP);
    this.#fieldId = outer;
  }

  /**
   * Writes a field header, in the short form if the id is 1 to 15 above the previous one, otherwise in the long form.
   */
  writeFieldHeader(type: number, id: number): void {
    checkInteger(id, 16);
    const delta = id - this.#fieldId;
    if (delta >= 1 && delta <= 15) this.#byte((delta << 4) | type);
    else {
      this.#byte(type);
      this.#varint32(zigzag(id));
    }
    this.#fieldId = id;
  }

  /** Writes a complete boolean field. Its header contains the value. */
  writeBoolField(id: number, value: boolean): void {
    this.writeFieldHeader(value ? WireType.TRUE : WireType.FALSE, id);
  }

  /** Writes a boolean in a list as one byte: 1 for true, 2 for false. */
  writeBoolElement(value: boolean): void {
    this.#byte(value ? WireType.TRUE : WireType.FALSE);
  }

  writeI8(value: number): void {
    checkInteger(value, 8);
    this.#byte(value);
  }

  writeI16(value: number): void {
    checkInteger(value, 16);
    this.#varint32(zigzag(value));
  }

  writeI32(value: number): void {
    checkInteger(value, 32);
    this.#varint32(zigzag(value));
  }

  /** Writes an i64. A number must be an integer within ±(2^53 - 1), and a bigint must fit in 64 bits. */
  writeI64(value: number | bigint): void {
    if (typeof value === 'bigint') {
      if (BigInt.asIntN(64, value) !== value) throw unfit(value, 'a 64-bit integer');
      const bits = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
      this.#varint64(Number(bits & 0xffff_ffffn), Number(bits >> 32n));
      return;
    }
    if (!Number.isSafeInteger(value)) throw unfit(value, 'a safe integer');
    if (value === (value | 0)) {
      this.#varint32(zigzag(value));
      // The zigzag form of a negative int32 equals that of the int64: both are 2|value| - 1.
      return;
    }
    const low = value >>> 0;
    const high = Math.floor(value / 0x1_0000_0000);
    const sign = high >> 31;
    this.#varint64(((low << 1) ^ sign) >>> 0, (((high << 1) | (low >>> 31)) ^ sign) >>> 0);
  }

  writeDouble(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  writeBinary(value: Uint8Array): void {
    this.#varint32(value.length);
    this.writeRaw(value);
  }

  /** Writes a string as UTF-8. Unpaired surrogates become U+FFFD. */
  writeString(value: string): void {
    this.writeBinary(encoder.encode(value));
  }

  /**
   * Writes a UUID.
   * @param value The 16 bytes of the UUID.
   */
  writeUuid(value: Uint8Array): void {
    if (value.length !== 16)
      throw new ParquetError('INVALID_ARGUMENT', `a UUID must have 16 bytes, got ${value.length}`);
    this.writeRaw(value);
  }

  /** Writes an already encoded value, without changing its bytes. */
  writeRaw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /**
   * Writes the header of a list or set. Write the elements next. For booleans, pass `WireType.TRUE` as the element
   * type.
   */
  writeListHeader(elementType: number, count: number): void {
    checkInteger(count, 32);
    if (count < 15) this.#byte((count << 4) | elementType);
    else {
      this.#byte(0xf0 | elementType);
      this.#varint32(count);
    }
  }

  /** Writes the header of a map. Write its keys and values next, alternating. */
  writeMapHeader(keyType: number, valueType: number, count: number): void {
    checkInteger(count, 32);
    this.#varint32(count);
    if (count > 0) this.#byte((keyType << 4) | valueType);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #varint32(bits: number): void {
    this.#reserve(5);
    let rest = bits >>> 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = rest | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #varint64(low: number, high: number): void {
    this.#reserve(10);
    while (high !== 0) {
      this.#bytes[this.#length++] = low | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    this.#varint32(low);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}

function checkInteger(value: number, bits: 8 | 16 | 32): void {
  if (value !== (value << (32 - bits)) >> (32 - bits)) throw unfit(value, `a ${bits}-bit integer`);
}

function unfit(value: number | bigint, what: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `a value written as Thrift must be ${what}, got ${value}`);
}
