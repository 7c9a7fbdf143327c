/**
 * Implements `Variant` as a view of bytes. The header, bounds and depth of a value are checked when the view is
 * created; its entries are checked when they are used.
 */
import { ParquetError } from '@marquetry/core';
import { toValue } from '../values.js';
import { corrupt, textOf } from './faults.js';
import { BasicType, maxDecimalDigits, primitiveTypes, trueId, type VariantKind } from './kind.js';
import { type Container, entryEnd, entryStart, fieldId, readContainer, valueEnd } from './layout.js';
import { readInt, readUint } from './little-endian.js';
import { Metadata } from './metadata.js';
import type { Variant, VariantDecimal } from './variant.js';

const part = 'variant value';

/** Maximum nesting depth of objects and arrays. Deeper values throw LIMIT. */
export const maxDepth = 500;

/**
 * Opens a variant, given the metadata and value bytes that a VARIANT column stores. Bytes after the end of the value
 * are ignored.
 * @throws ParquetError TRUNCATED if bytes are missing; UNSUPPORTED for an unknown metadata version or type.
 */
export function openVariant(metadata: Uint8Array, value: Uint8Array): Variant {
  return new VariantView(new Metadata(metadata), value, 0, valueEnd(value, 0, value.length), 0);
}

export class VariantView implements Variant {
  declare readonly kind: VariantKind;
  declare readonly dictionary: Metadata;
  declare private readonly bytes: Uint8Array;
  declare private readonly from: number;
  declare private readonly end: number;
  declare private readonly depth: number;
  private parts: Container | undefined;

  constructor(metadata: Metadata, bytes: Uint8Array, from: number, end: number, depth: number) {
    this.dictionary = metadata;
    this.bytes = bytes;
    this.from = from;
    this.end = end;
    this.depth = depth;
    const header = bytes[from] as number;
    const basic = header & 3;
    this.kind =
      basic === BasicType.OBJECT
        ? 'object'
        : basic === BasicType.ARRAY
          ? 'array'
          : basic === BasicType.SHORT_STRING
            ? 'string'
            : (primitiveTypes[header >> 2]?.kind ?? 'null');
    if (depth > maxDepth) {
      throw new ParquetError('LIMIT', `a variant has more than ${maxDepth} nested objects and arrays`, {
        part,
        offset: from,
      });
    }
  }

  /**
   * Marks variants, so that they are recognized by every copy of this package. The value is the version of the
   * interface.
   */
  get marquetryVariant(): number {
    return 1;
  }

  get metadata(): Uint8Array {
    return this.dictionary.bytes;
  }

  get value(): Uint8Array {
    return this.bytes.subarray(this.from, this.end);
  }

  /** Size of the value in bytes. */
  get byteLength(): number {
    return this.end - this.from;
  }

  get length(): number {
    return this.container()?.count ?? 0;
  }

  get(name: string): VariantView | undefined {
    const container = this.container();
    if (container?.isObject !== true) return undefined;
    for (const id of this.dictionary.idsOf(name)) {
      // Compares ids, because DuckDB does not sort fields by name.
      for (let i = 0; i < container.count; i++) {
        if (fieldId(this.bytes, container, i) === id) return this.entry(container, i);
      }
    }
    return undefined;
  }

  at(index: number): VariantView | undefined {
    const container = this.container();
    if (container === undefined || container.isObject || !(index >= 0 && index < container.count)) return undefined;
    return Number.isInteger(index) ? this.entry(container, index) : undefined;
  }

  names(): string[] {
    const container = this.container();
    if (container?.isObject !== true) return [];
    const names: string[] = [];
    for (let i = 0; i < container.count; i++) names.push(this.dictionary.name(fieldId(this.bytes, container, i)));
    return names;
  }

  *entries(): Generator<[name: string, value: VariantView], void, undefined> {
    const container = this.container();
    if (container?.isObject !== true) return;
    const names = new UniqueNames(this.from);
    let left = container.end - container.dataAt;
    for (let i = 0; i < container.count; i++) {
      const value = this.entry(container, i);
      left -= value.byteLength;
      if (left < 0) throw this.overlap();
      yield [names.add(this.dictionary.name(fieldId(this.bytes, container, i))), value];
    }
  }

  *[Symbol.iterator](): Generator<VariantView, void, undefined> {
    const container = this.container();
    if (container === undefined || container.isObject) return;
    for (let i = 0; i < container.count; i++) yield this.entry(container, i);
  }

  asBoolean(): boolean {
    if (this.kind !== 'boolean') throw this.notA('boolean');
    return (this.bytes[this.from] as number) >> 2 === trueId;
  }

  asNumber(): number {
    const { bytes, kind, from } = this;
    switch (kind) {
      case 'int8':
        return ((bytes[from + 1] as number) << 24) >> 24;
      case 'int16':
        return (readUint(bytes, from + 1, 2) << 16) >> 16;
      case 'int32':
      case 'date':
        return readUint(bytes, from + 1, 4) | 0;
      case 'float':
        return this.data().getFloat32(0, true);
      case 'double':
        return this.data().getFloat64(0, true);
      default:
        throw this.notA('number');
    }
  }

  asBigint(): bigint {
    switch (this.kind) {
      case 'int8':
      case 'int16':
      case 'int32':
      case 'date':
        return BigInt(this.asNumber());
      case 'int64':
      case 'time':
      case 'timestamp':
      case 'timestampNtz':
      case 'timestampNanos':
      case 'timestampNtzNanos':
        return readInt(this.bytes, this.from + 1, 8);
      default:
        throw this.notA('bigint');
    }
  }

  asDecimal(): VariantDecimal {
    const { kind, bytes, from } = this;
    if (kind !== 'decimal4' && kind !== 'decimal8' && kind !== 'decimal16') throw this.notA('decimal');
    const scale = bytes[from + 1] as number;
    if (scale > maxDecimalDigits.decimal16) throw corrupt(part, from + 1, `a decimal has scale ${scale}, more than 38`);
    return { unscaled: readInt(bytes, from + 2, this.byteLength - 2), scale };
  }

  asString(): string {
    if (this.kind !== 'string') throw this.notA('string');
    const isShort = ((this.bytes[this.from] as number) & 3) === BasicType.SHORT_STRING;
    return textOf(this.bytes, this.from + (isShort ? 1 : 5), this.end, part);
  }

  asBytes(): Uint8Array {
    if (this.kind === 'uuid') return this.bytes.subarray(this.from + 1, this.end);
    if (this.kind !== 'binary') throw this.notA('Uint8Array');
    return this.bytes.subarray(this.from + 5, this.end);
  }

  toJSON(): unknown {
    return toValue(this, { values: 'json' });
  }

  private container(): Container | undefined {
    if (this.kind !== 'object' && this.kind !== 'array') return undefined;
    this.parts ??= readContainer(this.bytes, this.from, this.end);
    return this.parts;
  }

  private entry(container: Container, index: number): VariantView {
    const { bytes, dictionary, depth } = this;
    const start = entryStart(bytes, container, index);
    return new VariantView(dictionary, bytes, start, entryEnd(bytes, container, index, start), depth + 1);
  }

  private data(): DataView {
    const { bytes, from } = this;
    return new DataView(bytes.buffer, bytes.byteOffset + from + 1, this.byteLength - 1);
  }

  private overlap(): ParquetError {
    return corrupt(part, this.from, 'two fields of an object overlap');
  }

  private notA(wanted: string): ParquetError {
    return new ParquetError(
      'INVALID_ARGUMENT',
      `a variant of kind ${this.kind} is not a ${wanted}: check \`kind\` first`,
    );
  }
}

/**
 * Checks that all names in an object are different. Names in ascending order, which the format requires, are only
 * compared with the previous one.
 */
class UniqueNames {
  declare private readonly from: number;
  private last: string | undefined;
  private readonly earlier: string[] = [];
  private seen: Set<string> | undefined;

  constructor(from: number) {
    this.from = from;
  }

  add(name: string): string {
    if (this.seen === undefined && this.last !== undefined && name <= this.last) this.seen = new Set(this.earlier);
    if (this.seen === undefined) this.earlier.push(name);
    else if (this.seen.has(name))
      throw corrupt(part, this.from, `an object has two fields named ${JSON.stringify(name)}`);
    else this.seen.add(name);
    this.last = name;
    return name;
  }
}
