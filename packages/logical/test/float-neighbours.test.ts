import { float16ToNumber, literalOf } from '@marquetry/logical';
import { leafOf } from '@marquetry/test-support/ordered-kinds.js';
import { expect, test } from 'vitest';

/**
 * The bits of some FLOAT16 numbers in ascending order. Every exponent occurs, with fractions near 0, near a byte
 * boundary and near the next exponent.
 */
function ascendingHalves(): number[] {
  const fractions = [0, 1, 2, 254, 255, 256, 257, 511, 512, 767, 768, 1022, 1023];
  const positive = Array.from({ length: 31 }, (_, exponent) =>
    fractions.map((fraction) => (exponent << 10) | fraction),
  );
  const sizes = [...positive.flat(), 0x7c00];
  // Zero is listed once, as +0.
  return [
    ...sizes
      .slice(1)
      .map((bits) => bits | 0x8000)
      .reverse(),
    ...sizes,
  ];
}

test('a number between two adjacent FLOAT16 values is in the gap after the lower one', () => {
  const column = leafOf('FLOAT16');
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (const bits of ascendingHalves()) {
    const bytes = Uint8Array.of(bits & 0xff, bits >> 8);
    const value = float16ToNumber(bits);
    found.push(literalOf(column, value));
    expected.push({ kind: 'exact', bytes });
    // The bits of a float are a sign and a magnitude, so a negative number becomes greater when its magnitude
    // decreases.
    const next = float16ToNumber(bits + (bits < 0x8000 ? 1 : -1));
    for (const part of [1 / 4, 3 / 4]) {
      const between = value + part * (next - value);
      if (!Number.isFinite(between)) continue;
      found.push(literalOf(column, between));
      expected.push({ kind: 'gap', after: bytes });
    }
  }
  expect(found).toEqual(expected);
});

test('a number beyond the finite FLOAT16 values is in the gap before infinity', () => {
  const column = leafOf('FLOAT16');
  for (const size of [65_510, 65_530, 1e10]) {
    expect(literalOf(column, size)).toEqual({ kind: 'gap', after: Uint8Array.of(0xff, 0x7b) });
    expect(literalOf(column, -size)).toEqual({ kind: 'gap', after: Uint8Array.of(0x00, 0xfc) });
  }
});
