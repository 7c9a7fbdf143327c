/**
 * The types of predicates: conditions as plain data, which users write and `@marquetry/prune` evaluates. Every
 * predicate is JSON or can be written as JSON, except for functions.
 *
 *   { delay: { gt: 60 }, origin: { in: ['SEA'] } }                          both comparisons must be true
 *   { or: [{ delay: { gt: 60 } }, { not: { carrier: 'AS' } }] }             `'AS'` is short for `{ eq: 'AS' }`
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

/**
 * Comparisons for one column. A value matches if all of them are true. A comparison with null is neither true nor
 * false.
 */
export interface Test {
  /** Equal to this value. 0 and -0 are equal. NaN is not equal to anything: use `isNaN`. */
  readonly eq?: WhereLiteral;
  /** Not equal to this value. NaN is not equal to any value, so a NaN in the column matches. */
  readonly ne?: WhereLiteral;
  readonly lt?: WhereLiteral;
  readonly le?: WhereLiteral;
  readonly gt?: WhereLiteral;
  readonly ge?: WhereLiteral;
  /** Equal to one of these values. False if the array is empty. */
  readonly in?: readonly WhereLiteral[];
  readonly notIn?: readonly WhereLiteral[];
  /** `true` selects nulls, `false` selects all other values. Also works for lists, maps and structs. */
  readonly isNull?: boolean;
  /** `true` selects NaN, `false` selects all other numbers. */
  readonly isNaN?: boolean;
  /** The text or bytes that the value must start with. */
  readonly startsWith?: string | Uint8Array | Base64;
  /**
   * True if at least one element of a list, or one value of a map, equals the given literal or passes all of the given
   * comparisons.
   */
  readonly contains?: WhereLiteral | Test;
}

/** The comparisons for each column. The keys are column paths; write a dot inside a name as `\.`. */
export interface ColumnTests {
  readonly [path: string]: Test | WhereLiteral;
}

/**
 * A condition that a function evaluates. Metadata cannot be used to skip rows. The function is called for each
 * batch with the named columns, as values with one entry per slot and without a dictionary. It must set bit `i` of
 * `bits` (least significant first, initially all 0) for each row `i` to select. Copy data that you need after the call,
 * because the memory of the columns is then reused or freed.
 */
export interface FunctionTest {
  readonly columns: readonly string[];
  readonly test: (columns: readonly TypedColumn[], rowCount: number, bits: Uint8Array) => void;
}

/** A condition that selects rows. If an object has several members, all of them must be true. */
export type Where =
  | ColumnTests
  | { readonly and: readonly Where[] }
  | { readonly or: readonly Where[] }
  | { readonly not: Where }
  | { readonly path: string | readonly string[]; readonly test: Test | WhereLiteral }
  | { readonly fieldId: number; readonly test: Test | WhereLiteral }
  | FunctionTest;

/**
 * The kinds of metadata that a filter may use to skip rows. All members are true by default. If a filter omits rows
 * that match, set members to false to find the metadata that is wrong.
 */
export interface UseMetadata {
  /** Use the minimum, maximum and null count of column chunks. */
  readonly statistics?: boolean;
  readonly bloom?: boolean;
  /** Use the dictionary of a chunk, if it contains all values of the chunk. */
  readonly dictionary?: boolean;
  /** Use the minimum, maximum and null count of pages. */
  readonly columnIndex?: boolean;
}
