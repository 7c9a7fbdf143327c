/**
 * Converts numbers to integers by the formula in AlpEncoding.md#encoding, and finds the numbers that decoding would not
 * restore. A writer may round in any way, because it decodes every integer as readers do, and stores the number as an
 * exception if the bits differ.
 */
import { doubleFractions, doublePowers, floatFractions, floatPowers } from './powers.js';
import type { Numbers } from './vector.js';

/**
 * Adding and then subtracting `rounder`, 1.5 * 2^52, rounds a number whose magnitude is below `roundsBelow` to the
 * nearest integer.
 */
const roundsBelow = 2 ** 51;
const rounder = 6755399441055744;

/**
 * Writes `numbers[0, count)` as integers to `integers`. Writes to `exceptions`, in ascending order, the positions of
 * the numbers that decoding would not restore exactly; at these positions, `integers` is meaningless. Integers are in
 * the range of INT32 for FLOAT, of INT64 for DOUBLE.
 * @param allowed The function stops when it has found more exceptions than this.
 * @returns The number of exceptions; more than `allowed` if the function stopped early.
 */
export function toIntegers(
  numbers: Numbers,
  count: number,
  exponent: number,
  factor: number,
  integers: Float64Array,
  exceptions: Uint16Array,
  allowed: number,
): number {
  return numbers instanceof Float32Array
    ? floatsToIntegers(numbers, count, exponent, factor, integers, exceptions, allowed)
    : doublesToIntegers(numbers, count, exponent, factor, integers, exceptions, allowed);
}

function doublesToIntegers(
  numbers: Float64Array,
  count: number,
  exponent: number,
  factor: number,
  integers: Float64Array,
  exceptions: Uint16Array,
  allowed: number,
): number {
  const up = doublePowers[exponent] as number;
  const down = doubleFractions[factor] as number;
  const power = doublePowers[factor] as number;
  const fraction = doubleFractions[exponent] as number;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const number = numbers[i] as number;
    const scaled = number * up * down;
    let integer = scaled + rounder - rounder;
    // Comparisons with NaN are false, so NaN takes this branch, as do all large numbers.
    if (!(Math.abs(scaled) < roundsBelow)) integer = Math.round(scaled);
    integers[i] = integer;
    const isSame = integer * power * fraction === number && Math.abs(integer) < 2 ** 63;
    // A negative zero equals the integer 0, but the integer would lose the sign.
    if (isSame && (number !== 0 || 1 / number > 0)) continue;
    if (found >= allowed) return found + 1;
    exceptions[found++] = i;
  }
  return found;
}

function floatsToIntegers(
  numbers: Float32Array,
  count: number,
  exponent: number,
  factor: number,
  integers: Float64Array,
  exceptions: Uint16Array,
  allowed: number,
): number {
  // Scaling in binary64 finds the right integer more often than scaling in binary32. Decoding uses binary32, as readers
  // do.
  const up = doublePowers[exponent] as number;
  const down = doubleFractions[factor] as number;
  const power = floatPowers[factor] as number;
  const fraction = floatFractions[exponent] as number;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const number = numbers[i] as number;
    const integer = number * up * down + rounder - rounder;
    integers[i] = integer;
    const decoded = Math.fround(Math.fround(Math.fround(integer) * power) * fraction);
    const isSame = decoded === number && Math.abs(integer) < 2 ** 31;
    if (isSame && (number !== 0 || 1 / number > 0)) continue;
    if (found >= allowed) return found + 1;
    exceptions[found++] = i;
  }
  return found;
}
