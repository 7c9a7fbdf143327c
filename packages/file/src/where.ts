/**
 * Predicates as data: what users write, and `@marquetry/prune` evaluates. Everything is JSON, or has a JSON form.
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

/** A test of one column. All of its members must hold. A comparison with null is neither true nor false. */
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
  /** Whether the value is null. Also for lists, maps and structs. */
  readonly isNull?: boolean;
  /** Whether the value is NaN. */
  readonly isNaN?: boolean;
  /** Text, or bytes, that the value starts with. */
  readonly startsWith?: string | Uint8Array | Base64;
  /** For lists: some element is equal to the literal, or passes all of the test. For maps: some value does. */
  readonly contains?: WhereLiteral | Test;
}

/** Tests by the path of their column. A dot inside a name is written `\.`. */
export interface ColumnTests {
  readonly [path: string]: Test | WhereLiteral;
}

/**
 * A function that decides: it prunes nothing. It is called per batch with the columns it names, spaced and flat, and sets
 * bit `i` of `bits` (least significant first, all 0 at first) for each row `i` that is to be kept. Copy what must outlive the
 * call: the memory of the columns is then used for the next batch, or freed.
 */
export interface FunctionTest {
  readonly columns: readonly string[];
  readonly test: (columns: readonly TypedColumn[], rowCount: number, bits: Uint8Array) => void;
}

/** A predicate. Members of an object must all hold. */
export type Where =
  | ColumnTests
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly not: Where }
  | { readonly path: string | readonly string[]; readonly test: Test | WhereLiteral }
  | { readonly fieldId: number; readonly test: Test | WhereLiteral }
  | FunctionTest;

/**
 * Which metadata a filter may use to skip rows. All are true by default. Set some to false to find out which metadata
 * is wrong.
 */
export interface UseMetadata {
  /** Bounds and counts of column chunks. */
  readonly statistics?: boolean;
  readonly bloom?: boolean;
  /** Entries of dictionaries, where all values of a chunk are in them. */
  readonly dictionary?: boolean;
  /** Bounds and counts of pages. */
  readonly columnIndex?: boolean;
}
