/**
 * Predicates as data. Users write them, and `@marquetry/prune` evaluates them. Everything is JSON, or has a JSON form.
 *
 *   { delay: { gt: 60 }, origin: { in: ['SEA'] } }                          all of the tests
 *   { or: [{ delay: { gt: 60 } }, { not: { carrier: 'AS' } }] }             a bare literal means eq
 *   { path: 'not', test: { eq: 1 } }                                        a column whose name is a keyword
 *
 * | value | as JSON |
 * |---|---|
 * | 64-bit integers | a string of digits |
 * | dates, times, timestamps | ISO 8601 text |
 * | decimals, UUIDs | text |
 * | bytes | `{ "base64": "..." }` |
 * | NaN, infinities | `"NaN"`, `"Infinity"`, `"-Infinity"` |
 */
import type { TypedColumn } from './typed-column.js';

/** Bytes in JSON. */
export interface Base64 {
  readonly base64: string;
}

/** A value to compare with. Its form depends on the column: see `literalOf` of `@marquetry/logical`. */
export type WhereLiteral = boolean | number | bigint | string | Uint8Array | Date | Base64;

/** A test of one column. All of its members must be true. A comparison with null is neither true nor false. */
export interface Test {
  /** Equal. 0 and -0 are equal; NaN is equal to nothing, use `isNaN`. */
  readonly eq?: WhereLiteral;
  /** Not equal. True for NaN. */
  readonly ne?: WhereLiteral;
  readonly lt?: WhereLiteral;
  readonly le?: WhereLiteral;
  readonly gt?: WhereLiteral;
  readonly ge?: WhereLiteral;
  /** Equal to one of these; false for an empty array. */
  readonly in?: readonly WhereLiteral[];
  readonly notIn?: readonly WhereLiteral[];
  /** Whether the value is null. Also applies to lists, maps and structs. */
  readonly isNull?: boolean;
  /** Whether the value is NaN. */
  readonly isNaN?: boolean;
  /** Text, or bytes, that the value starts with. */
  readonly startsWith?: string | Uint8Array | Base64;
  /** True if at least one element of a list, or one value of a map, equals the literal or passes the whole test. */
  readonly contains?: WhereLiteral | Test;
}

/** Tests by the path of their column. A dot inside a name is written `\.`. */
export interface ColumnTests {
  readonly [path: string]: Test | WhereLiteral;
}

/**
 * A test by a function, which cannot use metadata to skip rows. It is called for each batch with the columns it names, spaced and not as
 * dictionaries, and sets bit `i` of `bits` (least significant first, initially all 0) for each row `i` that passes. Copy data that must outlive the
 * call: afterwards, the memory of the columns is reused for the next batch, or freed.
 */
export interface FunctionTest {
  readonly columns: readonly string[];
  readonly test: (columns: readonly TypedColumn[], rowCount: number, bits: Uint8Array) => void;
}

/** A predicate. All members of an object must be true. */
export type Where =
  | ColumnTests
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly not: Where }
  | { readonly path: string | readonly string[]; readonly test: Test | WhereLiteral }
  | { readonly fieldId: number; readonly test: Test | WhereLiteral }
  | FunctionTest;

/**
 * The metadata that a filter may use to skip rows. All members are true by default. Set some to false to find out which metadata
 * is wrong.
 */
export interface UseMetadata {
  /** Use bounds and counts of column chunks. */
  readonly statistics?: boolean;
  readonly bloom?: boolean;
  /** Use the entries of a dictionary, if all values of the chunk are in it. */
  readonly dictionary?: boolean;
  /** Use bounds and counts of pages. */
  readonly columnIndex?: boolean;
}
