/**
 * A buffer to which variant values are appended. An object or array is completed after its entries: its header is then
 * inserted before them.
 */
import { allocateBytes, ParquetError } from '@marquetry/core';
import { BasicType, type PrimitiveKind, primitiveId, trueId } from '../encoding/kind.js';
import { uintSize, writeInt } from '../encoding/little-endian.js';

/** Maximum bytes of a short string, whose length is stored in its first byte. */
const maxShortBytes = 63;

/** Maximum size of a value in bytes. Offsets have at most 4 bytes, and typed arrays at most 2^31 bytes. */
const mostBytes = 2 ** 31 - 1;

/** A field of an object that is being written. */
export interface OutputField {
  readonly name: string;
  readonly id: number;
  /** The offset of the field's value, relative to the first value of the object. */
  readonly offset: number;
}

export class Output {
  bytes: Uint8Array = new Uint8Array(256);
  length = 0;

  /** Grows the buffer so that `count` more bytes fit. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    if (needed > mostBytes) throw new ParquetError('LIMIT', `a variant of ${needed} bytes exceeds 2^31 - 1`);
    const grown = allocateBytes(Math.min(mostBytes, Math.max(needed, 2 * this.bytes.length)));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Returns a copy of the appended bytes. */
  taken(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.length));
  }

  /** Appends the bytes of an encoded value. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  nothing(): void {
    this.header(BasicType.PRIMITIVE, 0, 0);
  }

  boolean(value: boolean): void {
    this.header(BasicType.PRIMITIVE, value ? trueId : trueId + 1, 0);
  }

  /** Appends an integer, date, time or timestamp of `size` bytes. The integer must fit. */
  integer(kind: PrimitiveKind, size: number, value: bigint): void {
    const at = this.header(BasicType.PRIMITIVE, primitiveId(kind), size);
    writeInt(this.bytes, at, size, value);
  }

  /** Like {@link integer}, but for a 32-bit integer given as a number. */
  int32(kind: PrimitiveKind, size: number, value: number): void {
    const at = this.header(BasicType.PRIMITIVE, primitiveId(kind), size);
    for (let i = 0; i < size; i++) this.bytes[at + i] = value >> (8 * i);
  }

  decimal(kind: 'decimal4' | 'decimal8' | 'decimal16', unscaled: bigint, scale: number): void {
    const size = kind === 'decimal4' ? 4 : kind === 'decimal8' ? 8 : 16;
    const at = this.header(BasicType.PRIMITIVE, primitiveId(kind), size + 1);
    this.bytes[at] = scale;
    writeInt(this.bytes, at + 1, size, unscaled);
  }

  float(value: number): void {
    const at = this.header(BasicType.PRIMITIVE, primitiveId('float'), 4);
    this.view(at, 4).setFloat32(0, value, true);
  }

  double(value: number): void {
    const at = this.header(BasicType.PRIMITIVE, primitiveId('double'), 8);
    this.view(at, 8).setFloat64(0, value, true);
  }

  uuid(bytes: Uint8Array): void {
    const at = this.header(BasicType.PRIMITIVE, primitiveId('uuid'), bytes.length);
    this.bytes.set(bytes, at);
  }

  /** Appends a binary value, or a string given as UTF-8. */
  sized(kind: 'binary' | 'string', bytes: Uint8Array): void {
    if (kind === 'string' && bytes.length <= maxShortBytes) {
      const at = this.header(BasicType.SHORT_STRING, bytes.length, bytes.length);
      this.bytes.set(bytes, at);
      return;
    }
    const at = this.header(BasicType.PRIMITIVE, primitiveId(kind), bytes.length + 4);
    writeUint(this.bytes, at, 4, bytes.length);
    this.bytes.set(bytes, at + 4);
  }

  /** Completes an object whose values start at `start`. Sorts `fields` by name. */
  object(start: number, fields: OutputField[]): void {
    fields.sort((a, b) => compareNames(a.name, b.name));
    const idSize = uintSize(fields.reduce((most, { id }) => Math.max(most, id), 0));
    const { at, offsetSize } = this.container(start, fields.length, idSize);
    const { bytes } = this;
    let position = at;
    for (const { id } of fields) {
      writeUint(bytes, position, idSize, id);
      position += idSize;
    }
    for (const { offset } of fields) {
      writeUint(bytes, position, offsetSize, offset);
      position += offsetSize;
    }
  }

  /** Completes an array whose elements start at `start`. `offsets` are relative to `start`. */
  array(start: number, offsets: readonly number[]): void {
    const { at, offsetSize } = this.container(start, offsets.length, 0);
    for (let i = 0; i < offsets.length; i++) {
      writeUint(this.bytes, at + i * offsetSize, offsetSize, offsets[i] as number);
    }
  }

  /**
   * Moves the entries to make room for the header, then writes the header, the count and the last offset. `idSize` is 0
   * for arrays.
   */
  private container(
    start: number,
    count: number,
    idSize: number,
  ): { readonly at: number; readonly offsetSize: number } {
    const size = this.length - start;
    const offsetSize = uintSize(size);
    const isLarge = count > 0xff;
    const countSize = isLarge ? 4 : 1;
    const headerSize = 1 + countSize + count * idSize + (count + 1) * offsetSize;
    this.reserve(headerSize);
    const { bytes } = this;
    bytes.copyWithin(start + headerSize, start, this.length);
    bytes[start] =
      idSize === 0
        ? BasicType.ARRAY | ((offsetSize - 1) << 2) | (isLarge ? 1 << 4 : 0)
        : BasicType.OBJECT | ((offsetSize - 1) << 2) | ((idSize - 1) << 4) | (isLarge ? 1 << 6 : 0);
    writeUint(bytes, start + 1, countSize, count);
    writeUint(bytes, start + headerSize - offsetSize, offsetSize, size);
    this.length += headerSize;
    return { at: start + 1 + countSize, offsetSize };
  }

  /**
   * Appends the first byte of a value and reserves room for its data. Returns the offset at which to write the data.
   */
  private header(basicType: number, header: number, dataBytes: number): number {
    this.reserve(1 + dataBytes);
    this.bytes[this.length] = basicType | (header << 2);
    const at = this.length + 1;
    this.length = at + dataBytes;
    return at;
  }

  private view(at: number, size: number): DataView {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + at, size);
  }
}

export function writeUint(bytes: Uint8Array, at: number, size: number, value: number): void {
  for (let i = 0; i < size; i++) bytes[at + i] = value >>> (8 * i);
}

/** Compares names by their UTF-8 bytes, which is the order of their code points. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const first = a.charCodeAt(i);
    const second = b.charCodeAt(i);
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

/**
 * Returns a sort key that puts UTF-16 units in the order of code points. Surrogates sort last, because they represent
 * the largest code points.
 */
function rank(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
