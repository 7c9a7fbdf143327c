/**
 * Converts numbers to integers and finds those that decoding does not restore: the formula of AlpEncoding.md#encoding. A writer
 * may round in any way, because it decodes every value as readers do and compares it.
 */
import { doubleFractions, doublePowers, floatFractions, floatPowers } from './powers.js';
import type { Numbers } from './vector.js';

/** For numbers up to half of this, adding and subtracting 1.5 * 2^52 rounds to the nearest integer. */
const roundsBelow = 2 ** 51;
const rounder = 6755399441055744;

/**
 * Writes `numbers[0, count)` as integers to `integers`, and the positions of numbers that decoding does not restore
 * bit by bit to `exceptions`, ascending; `integers` is meaningless there. Integers are in the range of INT32 for
 * FLOAT, of INT64 for DOUBLE.
 * @param allowed Stops at more exceptions than this.
 * @returns The number of exceptions; more than `allowed` if it stopped early.
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
    // A comparison with NaN is false, so this branch handles NaN and all large numbers.
    if (!(Math.abs(scaled) < roundsBelow)) integer = Math.round(scaled);
    integers[i] = integer;
    const isSame = integer * power * fraction === number && Math.abs(integer) < 2 ** 63;
    // A negative zero equals zero, but its sign would be lost.
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
  // Scaling in binary64 finds the integer more often than binary32; decoding is in binary32.
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
