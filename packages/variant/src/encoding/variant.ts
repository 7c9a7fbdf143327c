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
 * A value, or one inside another value. Values are decoded on request, and offsets are checked when used: any member
 * throws a `ParquetError` (`TRUNCATED`, `CORRUPT`, `UNSUPPORTED`) if the bytes are not a variant. Aliases the bytes,
 * which must not change.
 */
export interface Variant {
  readonly kind: VariantKind;
  /** The dictionary of field names, shared with the values that contain this one. */
  readonly metadata: Uint8Array;
  /** The bytes of this value alone; together with `metadata` they are a variant. */
  readonly value: Uint8Array;
  /** Number of fields of an object or elements of an array; 0 for other kinds. */
  readonly length: number;
  /** The field of an object; undefined if there is none, or this is not an object. Fields are found whatever their order. */
  get(name: string): Variant | undefined;
  /** The element of an array; undefined if there is none, or this is not an array. */
  at(index: number): Variant | undefined;
  /** The names of an object's fields in stored order, which is that of their UTF-8 bytes in standard writers. Empty for other kinds. */
  names(): string[];
  /** Yields the fields of an object; nothing for other kinds. */
  entries(): Generator<[name: string, value: Variant], void, undefined>;
  /** Yields the elements of an array; nothing for other kinds. */
  [Symbol.iterator](): Generator<Variant, void, undefined>;
  /** Returns the value of a `boolean`. Throws INVALID_ARGUMENT for other kinds, as the methods below do. */
  asBoolean(): boolean;
  /** Returns the value of an `int8`, `int16`, `int32`, `float`, `double` or `date`. */
  asNumber(): number;
  /** Returns the value of an integer, or a `date`, `time` or timestamp as a count of its unit. */
  asBigint(): bigint;
  /** Returns the value of a `decimal4`, `decimal8` or `decimal16`. */
  asDecimal(): VariantDecimal;
  /** Returns the value of a `string`. */
  asString(): string;
  /** Returns a view of the bytes of a `binary` or `uuid`. */
  asBytes(): Uint8Array;
  /** Returns the value that `JSON.stringify` writes for this one, the same as `toValue` with `values: 'json'`. */
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
