/**
 * The types of predicates, which are plain data. Users write them, and `@marquetry/prune` evaluates them. Every predicate is JSON or can be written
 * as JSON.
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

/** Bytes, written as base64 for JSON. */
export interface Base64 {
  readonly base64: string;
}

/** A value to compare with. Its JavaScript type depends on the column: see `literalOf` in `@marquetry/logical`. */
export type WhereLiteral = boolean | number | bigint | string | Uint8Array | Date | Base64;

/** A test of one column. A value passes if all members are true. A comparison with null is neither true nor false. */
export interface Test {
  /** Equal to this value. 0 and -0 are equal. NaN is not equal to anything: use `isNaN`. */
  readonly eq?: WhereLiteral;
  /** Not equal to this value. True if the column's value is NaN. */
  readonly ne?: WhereLiteral;
  readonly lt?: WhereLiteral;
  readonly le?: WhereLiteral;
  readonly gt?: WhereLiteral;
  readonly ge?: WhereLiteral;
  /** Equal to one of these values. False if the array is empty. */
  readonly in?: readonly WhereLiteral[];
  readonly notIn?: readonly WhereLiteral[];
  /** `true` to pass nulls, `false` to pass all other values. Works for lists, maps and structs as well. */
  readonly isNull?: boolean;
  /** `true` to pass NaN, `false` to pass other numbers. */
  readonly isNaN?: boolean;
  /** The text or bytes that the value must start with. */
  readonly startsWith?: string | Uint8Array | Base64;
  /**
   * True if at least one element of a list, or one value of a map, equals the literal or passes all tests of the
   * object.
   */
  readonly contains?: WhereLiteral | Test;
}

/** One test per column. Each key is the path of a column; a dot inside a name is written `\.`. */
export interface ColumnTests {
  readonly [path: string]: Test | WhereLiteral;
}

/**
 * A test by a function, which cannot use metadata to skip rows. The function is called for each batch with the named columns, which have one entry
 * per slot and no dictionary. It sets bit `i` of `bits` (least significant first, initially all 0) for each row `i` that passes. Copy data that you
 * need after the call, because the memory of the columns is then reused or freed.
 */
export interface FunctionTest {
  readonly columns: readonly string[];
  readonly test: (columns: readonly TypedColumn[], rowCount: number, bits: Uint8Array) => void;
}

/** A predicate, which selects rows. If an object has several members, all of them must be true. */
export type Where =
  | ColumnTests
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly not: Where }
  | { readonly path: string | readonly string[]; readonly test: Test | WhereLiteral }
  | { readonly fieldId: number; readonly test: Test | WhereLiteral }
  | FunctionTest;

/**
 * The metadata that a filter may use to skip rows. All members are true by default. If a filter loses rows, set members to false to find the metadata
 * that is wrong.
 */
export interface UseMetadata {
  /** Use the bounds and null counts of column chunks. */
  readonly statistics?: boolean;
  readonly bloom?: boolean;
  /** Use the entries of a chunk's dictionary, if it contains all values of the chunk. */
  readonly dictionary?: boolean;
  /** Use the bounds and null counts of pages. */
  readonly columnIndex?: boolean;
}
