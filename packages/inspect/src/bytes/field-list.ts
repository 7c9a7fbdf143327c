/**
 * Collects the fields of a sequence of bytes, from first to last.
 *
 * A fault is an error in the bytes, and ends the collection: the list in which it is found gets a `fault` field. That
 * list and each enclosing list get an `unknown` field for their remaining bytes.
 */
import { isParquetError, type ParquetError } from '@marquetry/core';
import type { ByteField, ByteFieldBits, ByteFieldKind, ExplainedBytes } from './byte-field.js';

/** The bytes to explain, and the state that all their field lists share. */
export interface Explaining {
  readonly bytes: Uint8Array;
  /** Number of fields without children that may still be added. */
  left: number;
  /** Fields that end before this byte are omitted. */
  from: number;
  /** The first fault that was found. */
  fault: ParquetError | undefined;
}

/** Thrown after a fault has been added as a field, to end the enclosing lists. */
const stop: object = {};

const none: readonly ByteField[] = [];

/** Adds fields to `list`, the fields of one range of the explained bytes. */
export type Build = (list: FieldList) => void;

/**
 * Returns the name, value and meaning of field `index` of the fields that {@link FieldList.row} adds. `bit` is the
 * position of its first bit, counted from the start of the explained bytes.
 */
export type Describe = (index: number, bit: number) => Described;

/** The name, the value and the meaning of a field. */
export type Described = Words & { readonly name: string };

/** The value and the meaning of a field. */
export interface Words {
  readonly value?: string | undefined;
  readonly meaning?: string | undefined;
}

/** Collects the fields of one range of the explained bytes. */
export class FieldList {
  readonly to: Explaining;
  /** Index of the first byte that no field covers yet. */
  position: number;
  /** Index after the last byte that the fields of this list may cover. */
  readonly end: number;
  /** The kind of the field that contains this list; replaces the kind that was passed to `group`. */
  kind: ByteFieldKind | undefined;
  /** The value of the field that contains this list. */
  value: string | undefined;
  /** The meaning of the field that contains this list. */
  meaning: string | undefined;
  omitted = 0;
  readonly children: ByteField[] = [];
  private readonly isRoot: boolean;

  constructor(to: Explaining, position: number, end: number, isRoot = false) {
    this.to = to;
    this.position = position;
    this.end = end;
    this.isRoot = isRoot;
  }

  /** True if a field `[start, end)` must be added, not just counted as omitted. */
  wants(start: number, end: number): boolean {
    const { left, from } = this.to;
    return left > 0 && (end > from || start >= from);
  }

  /** Adds a field without children, which extends from `position` to `end`. */
  leaf(end: number, kind: ByteFieldKind, name: string, value?: string, meaning?: string): void {
    const start = this.position;
    this.position = end;
    if (!this.isRoot && !this.wants(start, end)) this.omitted++;
    else this.push(start, end, kind, name, value, meaning, none, undefined);
  }

  /** Adds a field of `count` bits that starts at bit `bit`, counted from the start of the explained bytes. */
  bits(bit: number, count: number, kind: ByteFieldKind, name: string, words: Words, highFirst?: true): void {
    const start = Math.floor(bit / 8);
    const end = Math.ceil((bit + count) / 8);
    this.position = end;
    if (!this.wants(start, end)) {
      this.omitted++;
      return;
    }
    const from = bit % 8;
    const bits = highFirst === undefined ? { from, count } : { from, count, highFirst };
    this.push(start, end, kind, name, words.value, words.meaning, none, bits);
  }

  /** Returns the index of the first field to add, if `count` fields of `width` bits each start at `position`. */
  firstWanted(count: number, width: number): number {
    const { position, to } = this;
    if (to.from <= position) return 0;
    return width === 0 ? count : Math.min(count, Math.floor((8 * (to.from - position)) / width));
  }

  /**
   * Adds `count` fields of `width` bits each, starting at `position`, and moves `position` past them. Takes time only
   * for the fields that are added, not for those that are only counted as omitted.
   */
  row(count: number, width: number, kind: ByteFieldKind, describe: Describe, highFirst?: true): void {
    const { position, to } = this;
    const first = this.firstWanted(count, width);
    const last = Math.min(count, first + Math.max(to.left, 0));
    this.omitted += first;
    for (let index = first; index < last; index++) {
      const bit = 8 * position + index * width;
      const { name, value, meaning } = this.described(describe, index, bit, width, highFirst);
      if (bit % 8 === 0 && width % 8 === 0) {
        this.position = bit / 8;
        this.leaf((bit + width) / 8, kind, name, value, meaning);
      } else this.bits(bit, width, kind, name, { value, meaning }, highFirst);
    }
    this.omit(count - last, position + Math.ceil((count * width) / 8));
  }

  /** Describes a field for {@link row}. If `describe` finds a fault, ends the list after the bits of the field. */
  private described(describe: Describe, index: number, bit: number, width: number, highFirst?: true): Described {
    try {
      return describe(index, bit);
    } catch (error) {
      if (!isParquetError(error)) throw error;
      this.to.fault ??= error;
      const end = Math.ceil((bit + width) / 8);
      // Added even beyond `mostFields`, because a fault is always shown.
      this.to.left = Math.max(this.to.left, 2);
      this.bits(bit, width, 'fault', error.code, { meaning: error.reason }, highFirst);
      const rest = 8 * end - bit - width;
      if (rest > 0) this.bits(bit + width, rest, 'unknown', 'unread bits', {}, highFirst);
      throw stop;
    }
  }

  /**
   * Adds a field for the bits after `bit` up to the byte `end`, if there are any.
   */
  padding(bit: number, end: number, kind: ByteFieldKind, meaning: string): void {
    const count = 8 * end - bit;
    if (count > 0) this.bits(bit, count, kind, 'padding', { meaning });
    this.position = end;
  }

  /** Adds a field that contains the fields added by `build`. It ends at the position where `build` stops. */
  group(kind: ByteFieldKind, name: string, build: Build, end: number = this.end): void {
    const inner = new FieldList(this.to, this.position, end);
    try {
      build(inner);
    } catch (error) {
      inner.stopAt(error);
      this.adopt(kind, name, inner);
      throw stop;
    }
    this.adopt(kind, name, inner);
  }

  /** Counts `count` fields as omitted, and moves to `position`, which is after them. */
  omit(count: number, position: number): void {
    this.omitted += count;
    this.position = position;
  }

  /** Adds a field for the bytes that the list does not cover yet, if there are any. */
  rest(kind: ByteFieldKind, name: string, meaning: string): void {
    if (this.position < this.end) this.leaf(this.end, kind, name, undefined, meaning);
  }

  /** Calls `build`, which can add at most the fraction `part` of the fields that may still be added. */
  share(part: number, build: () => void): void {
    const { to } = this;
    const kept = to.left - Math.ceil(to.left * part);
    to.left -= kept;
    try {
      build();
    } finally {
      to.left += kept;
    }
  }

  /** Adds a fault as a field of 0 bytes. The bytes after it are still explained. */
  note(error: ParquetError): void {
    this.to.fault ??= error;
    this.push(this.position, this.position, 'fault', error.code, undefined, error.reason, none, undefined);
  }

  /** Ends the list with a fault. @throws `error`, unless invalid bytes caused it. */
  stopAt(error: unknown): void {
    const { to, position, end } = this;
    if (isParquetError(error)) {
      to.fault ??= error;
      const next = Math.min(position + 1, end);
      this.push(position, next, 'fault', error.code, undefined, error.reason, none, undefined);
      this.position = next;
    } else if (error !== stop) throw error;
    if (this.position < end) {
      const meaning = 'Bytes after an error cannot be interpreted.';
      this.push(this.position, end, 'unknown', 'unread bytes', undefined, meaning, none, undefined);
      this.position = end;
    }
  }

  private adopt(usual: ByteFieldKind, name: string, inner: FieldList): void {
    const { children, omitted, value, meaning, position, kind = usual } = inner;
    const start = this.position;
    this.position = position;
    if (children.length === 0 && omitted > 0 && !this.isRoot) {
      this.omitted++;
      return;
    }
    const field = { start, end: position, kind, name, value, meaning, children };
    this.children.push(omitted > 0 ? { ...field, omitted } : field);
  }

  private push(
    start: number,
    end: number,
    kind: ByteFieldKind,
    name: string,
    value: string | undefined,
    meaning: string | undefined,
    children: readonly ByteField[],
    bits: ByteFieldBits | undefined,
  ): void {
    this.to.left--;
    const field = { start, end, kind, name, value, meaning, children };
    this.children.push(bits === undefined ? field : { ...field, bits });
  }
}

/** Returns the fields that `build` adds for the bytes, and fields for any error and any remaining bytes. */
export function explainBytes(to: Explaining, fileOffset: number | undefined, build: Build): ExplainedBytes {
  const { bytes } = to;
  const root = new FieldList(to, 0, bytes.length, true);
  try {
    build(root);
    root.rest('unknown', 'unread bytes', 'Bytes after the last field: readers ignore them.');
  } catch (error) {
    root.stopAt(error);
  }
  return { bytes, fileOffset, fields: root.children };
}
