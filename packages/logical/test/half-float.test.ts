import { float16ToNumber, numberToFloat16 } from '@marquetry/logical';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test.each([
  [0x3c00, 1],
  [0xc000, -2],
  [0x0001, 2 ** -24],
  [0x03ff, 1023 * 2 ** -24],
  [0x0400, 2 ** -14],
  [0x7bff, 65504],
  [0xfbff, -65504],
  [0x7c00, Number.POSITIVE_INFINITY],
  [0xfc00, Number.NEGATIVE_INFINITY],
  [0x7e00, Number.NaN],
  [0xfc01, Number.NaN],
  [0x0000, 0],
  [0x8000, -0],
])('the FLOAT16 bits %i represent the number %d', (bits, value) => {
  expect(float16ToNumber(bits)).toBe(value);
});

test('all 65,536 FLOAT16 values survive a round trip through numbers, except that every NaN becomes 0x7e00', () => {
  for (let bits = 0; bits < 2 ** 16; bits++) {
    const value = float16ToNumber(bits);
    const back = numberToFloat16(value);
    if (back !== (Number.isNaN(value) ? 0x7e00 : bits)) expect([bits, back]).toEqual([bits, bits]);
  }
});

describe('rounding to FLOAT16', () => {
  test.each([
    ['a tie goes to the even neighbor below', 1 + 2 ** -11, 0x3c00],
    ['a tie goes to the even neighbor above', 1 + 3 * 2 ** -11, 0x3c02],
    ['a number above a tie goes up', 1 + 2 ** -11 + 2 ** -30, 0x3c01],
    ['a number below a tie goes down', 1 + 2 ** -11 - 2 ** -30, 0x3c00],
    ['a carry goes into the exponent', 2 - 2 ** -20, 0x4000],
    ['half of the least subnormal rounds to 0', 2 ** -25, 0],
    ['more than half of the least subnormal rounds up to it', 2 ** -25 + 2 ** -40, 1],
    ['the tie above 65504 is infinity', 65520, 0x7c00],
    ['a number below that tie rounds to 65504', 65519.99, 0x7bff],
    ['a number beyond that tie becomes infinity, with its sign', -1e10, 0xfc00],
    ['the greatest subnormal rounds up to the least normal', 2 ** -14 - 2 ** -26, 0x0400],
  ])('numberToFloat16 rounds correctly: %s', (_, value, bits) => {
    expect(numberToFloat16(value)).toBe(bits);
  });

  test('a double next to a power of two is rounded to that power', () => {
    for (let exponent = -14; exponent <= 15; exponent++) {
      const power = 2 ** exponent;
      for (const value of [power, power * (1 - 2 ** -53), power * (1 + 2 ** -52)]) {
        expect([value, float16ToNumber(numberToFloat16(value))]).toEqual([value, power]);
      }
    }
  });

  test('numberToFloat16 returns the FLOAT16 nearest to the given number', () => {
    fc.assert(
      fc.property(fc.double({ min: -70_000, max: 70_000, noNaN: true }), (value) => {
        const bits = numberToFloat16(value);
        const distance = (near: number): number =>
          Math.abs(Math.min(Math.max(float16ToNumber(near), -65_536), 65_536) - value);
        const magnitude = bits & 0x7fff;
        if (magnitude > 0) expect(distance(bits)).toBeLessThanOrEqual(distance(bits - 1));
        if (magnitude < 0x7c00) expect(distance(bits)).toBeLessThanOrEqual(distance(bits + 1));
      }),
    );
  });
});
