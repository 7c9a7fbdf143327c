/**
 * Sorts row numbers by numeric codes, digit by digit from the lowest digit (LSD radix sort). The sort is stable.
 *
 *   codes    3 1 2 1     rows  0 1 2 3   ->   1 3 2 0
 */
import type { Steps } from '@marquetry/core';

/** The sort codes of values: one unsigned number per value, with 32 bits, or 64 bits if `high` is present. Smaller codes come first. */
export interface Codes {
  readonly low: Uint32Array;
  /** The upper 32 bits; absent if they are all 0. */
  readonly high?: Uint32Array;
}

/** With fewer rows than this, digits have 8 bits instead of 16, because handling 65,536 counters would take longer than handling the rows. */
const manyRows = 2 ** 14;

/**
 * Returns the rows in the order of their codes; rows with equal codes keep their order. May overwrite `rows`.
 * @param placeOf For each row, the index of its code. Absent if that index is the row number.
 */
export function* radixSorted(rows: Int32Array, { high, low }: Codes, placeOf?: Int32Array): Steps<Int32Array> {
  const bits = rows.length < manyRows ? 8 : 16;
  let source = rows;
  let target: Int32Array = new Int32Array(rows.length);
  for (const word of high === undefined ? [low] : [low, high]) {
    for (let shift = 0; shift < 32; shift += bits) {
      if (pass(source, target, word, placeOf, shift, bits)) [source, target] = [target, source];
      yield;
    }
  }
  return source;
}

/** Sorts by one digit, from `source` into `target`. If all rows have the same digit, returns false, and the contents of `target` are unspecified. */
function pass(
  source: Int32Array,
  target: Int32Array,
  word: Uint32Array,
  placeOf: Int32Array | undefined,
  shift: number,
  bits: number,
): boolean {
  const mask = (1 << bits) - 1;
  const ends = new Int32Array(mask + 2);
  const digits = new Uint16Array(source.length);
  for (let i = 0; i < source.length; i++) {
    const row = source[i] as number;
    const place = placeOf === undefined ? row : (placeOf[row] as number);
    const digit = ((word[place] as number) >>> shift) & mask;
    digits[i] = digit;
    ends[digit + 1] = (ends[digit + 1] as number) + 1;
  }
  if (ends[(digits[0] as number) + 1] === source.length) return false;
  for (let digit = 1; digit < ends.length; digit++) ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number);
  for (let i = 0; i < source.length; i++) {
    const digit = digits[i] as number;
    const to = ends[digit] as number;
    target[to] = source[i] as number;
    ends[digit] = to + 1;
  }
  return true;
}
