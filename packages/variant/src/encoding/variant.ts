/**
 * The value of a VARIANT as a view of its bytes.
 */
import type { VariantKind } from './kind.js';

/** An exact decimal: `unscaled * 10^-scale`. */
export interface VariantDecimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/**
 * A value, or a value inside another one. Values are decoded on request, and offsets are checked when used: any member
 * throws a `ParquetError` (`TRUNCATED`, `CORRUPT`, `UNSUPPORTED`) if the bytes are not a variant. Aliases the bytes,
 * which must not change.
 */
export interface Variant {
  readonly kind: VariantKind;
  /** The names of fields, of this value and of those around it. */
  readonly metadata: Uint8Array;
  /** The bytes of this value alone: a variant, together with `metadata`. */
  readonly value: Uint8Array;
  /** Fields of an object or elements of an array; 0 for others. */
  readonly length: number;
  /** The field of an object; undefined if it is not there, or this is not an object. Any order of the fields is searched. */
  get(name: string): Variant | undefined;
  /** The element of an array; undefined if it is not there, or this is not an array. */
  at(index: number): Variant | undefined;
  /** The names of an object's fields, in the order of the bytes: of standard writers, by UTF-8 bytes. Empty for others. */
  names(): string[];
  /** The fields of an object. Nothing for others. */
  entries(): Generator<[name: string, value: Variant], void, undefined>;
  /** The elements of an array. Nothing for others. */
  [Symbol.iterator](): Generator<Variant, void, undefined>;
  /** Returns the value of a `boolean`. Throws INVALID_ARGUMENT for other kinds, as the methods below do. */
  asBoolean(): boolean;
  /** Returns the value of an `int8`, `int16`, `int32`, `float`, `double` or `date`. */
  asNumber(): number;
  /** Returns the value of an integer, or a `date`, `time` or timestamp as a count of its unit. */
  asBigint(): bigint;
  /** Returns the value of a `decimal4`, `decimal8` or `decimal16`. */
  asDecimal(): VariantDecimal;
  /** Of `string`. */
  asString(): string;
  /** Returns a view of the bytes of a `binary` or `uuid`. */
  asBytes(): Uint8Array;
  /** The value that `JSON.stringify` writes for this one: the same as `toValue` with `values: 'json'`. */
  toJSON(): unknown;
}

/** True for a {@link Variant} of any copy of this package. */
export function isVariant(value: unknown): value is Variant {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { readonly marquetryVariant?: unknown }).marquetryVariant === 1
  );
}
