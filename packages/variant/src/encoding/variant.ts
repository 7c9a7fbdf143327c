/** The interface of a variant value, which is a view of its bytes. */
import type { VariantKind } from './kind.js';

/** An exact decimal: `unscaled * 10^-scale`. */
export interface VariantDecimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/**
 * A variant value, possibly inside another variant. Values are decoded, and offsets are checked, when a member is used:
 * every member throws a `ParquetError` (`TRUNCATED`, `CORRUPT`, `UNSUPPORTED`) if the bytes are not a valid variant.
 * The variant refers to the bytes, which must not change.
 */
export interface Variant {
  readonly kind: VariantKind;
  /** The dictionary of field names. Values inside one variant share it. */
  readonly metadata: Uint8Array;
  /** The bytes of this value, without the enclosing values. Together with `metadata`, they are a complete variant. */
  readonly value: Uint8Array;
  /** Number of fields of an object or elements of an array; 0 for other kinds. */
  readonly length: number;
  /**
   * Returns the object's field `name`; undefined if the object does not have the field, or if the variant is not an
   * object. Fields may be in any order.
   */
  get(name: string): Variant | undefined;
  /** Returns the array element at `index`; undefined if `index` is out of range, or if the variant is not an array. */
  at(index: number): Variant | undefined;
  /**
   * Returns the names of an object's fields in stored order. Standard writers sort them by their UTF-8 bytes. Returns
   * an empty array for other kinds.
   */
  names(): string[];
  /** Yields the fields of an object. Yields nothing for other kinds. */
  entries(): Generator<[name: string, value: Variant], void, undefined>;
  /** Yields the elements of an array. Yields nothing for other kinds. */
  [Symbol.iterator](): Generator<Variant, void, undefined>;
  /** Returns the value of a `boolean`. Like the other `as...` methods, throws INVALID_ARGUMENT for other kinds. */
  asBoolean(): boolean;
  /** Returns the value of an `int8`, `int16`, `int32`, `float`, `double` or `date`. */
  asNumber(): number;
  /**
   * Returns the value of an integer as a bigint. A `date` is returned as days, and a `time` or timestamp as
   * microseconds or nanoseconds.
   */
  asBigint(): bigint;
  /** Returns the value of a `decimal4`, `decimal8` or `decimal16`. */
  asDecimal(): VariantDecimal;
  /** Returns the value of a `string`. */
  asString(): string;
  /** Returns a view of the bytes of a `binary` or `uuid`. */
  asBytes(): Uint8Array;
  /** Returns the value that `JSON.stringify` writes for this variant, which is the result of `toValue` with `values: 'json'`. */
  toJSON(): unknown;
}

/** True for a {@link Variant}, even if it was created by another copy of this package. */
export function isVariant(value: unknown): value is Variant {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { readonly marquetryVariant?: unknown }).marquetryVariant === 1
  );
}
