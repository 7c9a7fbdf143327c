import { alp } from '@marquetry/alp';
import { fixedValues } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bitsOf, double, encode, faultOf, float, numbers, open } from './pages.js';
import { readReference } from './reference.js';

/** The pseudo-random number generator Mulberry32 (public domain, Tommy Ettinger). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Generates decimals, integers, arbitrary doubles, and numbers at the limits of integer types. */
const anyNumber = fc.oneof(
  fc.integer({ min: -1e6, max: 1e6 }).map((i) => i / 100),
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, 2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63), 2 ** 63 - 1024, 2 ** 31, -(2 ** 31), 2 ** 51 + 0.5),
);

describe.each([
  ['FLOAT', float],
  ['DOUBLE', double],
] as const)('ALP encoder, %s', (_, column) => {
  test.each([8, 64, 1024, 32768])(
    'any numbers survive a round trip with all their bits, in vectors of %i values',
    (vectorSize) => {
      fc.assert(
        fc.property(fc.array(anyNumber, { maxLength: 200 }), (list) => {
          const values = numbers(column, list);
          const bytes = encode(values, { vectorSize });
          expect(bitsOf(open(column, bytes, list.length).read(list.length))).toEqual(bitsOf(values));
          const reference = readReference(bytes, column.width === 8);
          expect(reference.values.map((bits) => bits.toString(16).padStart(2 * column.width, '0'))).toEqual(
            bitsOf(values),
          );
          expect(reference.size).toBe(bytes.length);
        }),
        { numRuns: 100 },
      );
    },
  );

  test('values survive a round trip with any exponent and factor given in the options', () => {
    const values = numbers(column, [0.1, -0, 2.5, 1e10, -123.456, Number.NaN, 7]);
    for (let exponent = 0; exponent <= (column.width === 8 ? 18 : 10); exponent++) {
      for (let factor = 0; factor <= exponent; factor++) {
        const bytes = encode(values, { exponent, factor });
        expect(bitsOf(open(column, bytes, 7).read(7))).toEqual(bitsOf(values));
        // A vector that has only exceptions is written without a scale.
        if (bytes[13] !== 7) expect([bytes[11], bytes[12]]).toEqual([exponent, factor]);
      }
    }
  });

  test('byteLength of an ALP encoder is never below the final size, and exceeds it by at most the size of one vector', () => {
    const next = noise(5);
    const list = Array.from({ length: 5000 }, (_, i) => (i < 2500 ? Math.round(next() * 1e4) / 100 : next()));
    const values = numbers(column, list);
    for (const count of [0, 1, 8, 1000, 1024, 1025, 4096, 5000]) {
      const encoder = alp.encoder(column);
      for (let i = 0; i < count; i += 700) encoder.write(values, i, Math.min(count, i + 700));
      const bound = encoder.byteLength;
      const { length } = encoder.finish();
      expect(bound).toBeGreaterThanOrEqual(length);
      expect(bound - length).toBeLessThanOrEqual(1024 * (column.width + 2) + 17);
    }
  });

  test('the encoder writes the same page whether values are written in one call or in several', () => {
    const next = noise(6);
    const values = numbers(
      column,
      Array.from({ length: 3000 }, () => Math.round(next() * 1e5) / 10),
    );
    const encoder = alp.encoder(column, { vectorSize: 128 });
    for (let i = 0; i < 3000; i += 77) encoder.write(values, i, Math.min(3000, i + 77));
    expect(encoder.finish()).toEqual(encode(values, { vectorSize: 128 }));
  });

  test('an ALP vector is never larger than if all its values were exceptions', () => {
    const next = noise(7);
    for (const vectorSize of [8, 1024]) {
      const words = Int32Array.from({ length: (4096 * column.width) / 4 }, () => next() * 2 ** 32);
      const values = fixedValues(column, new Uint8Array(words.buffer), 0, 4096);
      const { length } = encode(values, { vectorSize });
      const header = column.width === 8 ? 13 : 9;
      expect(length).toBeLessThanOrEqual(7 + (4096 / vectorSize) * (4 + header) + 4096 * (column.width + 2));
      const worst = numbers(
        column,
        Array.from({ length: 4096 }, (_, i) => (i & 1 ? Number.NaN : (-1) ** (i / 2) * 2e9)),
      );
      expect(encode(worst, { vectorSize }).length).toBeLessThanOrEqual(length + 4096 * 2);
    }
  });

  test('exceptions keep the bits of every NaN, and do not make the packed integers wider', () => {
    const values = numbers(
      column,
      Array.from({ length: 100 }, (_, i) => i),
    );
    const words = new Int32Array(values.data.buffer);
    const bits = column.width === 8 ? [0x7ff00000, 0xfff00000, 0x7ff80000] : [0x7f800000, 0xff800000, 0x7fc00000];
    for (const [k, high] of bits.entries()) {
      words[((10 + k) * column.width) / 4 + (column.width === 8 ? 1 : 0)] = high | (k + 1);
    }
    const bytes = encode(values);
    expect(bitsOf(open(column, bytes, 100).read(100))).toEqual(bitsOf(values));
    expect(bytes.length).toBe(
      7 + 4 + (column.width === 8 ? 13 : 9) + Math.ceil((100 * 7) / 8) + 3 * (column.width + 2),
    );
  });
});

describe('choosing the scale of ALP vectors', () => {
  const bitsAValue = (list: readonly number[], options?: { readonly vectorSize: number }): number =>
    (8 * encode(numbers(double, list), options).length) / list.length;

  test.each([
    ['prices up to 1,000.00', 100_000, 2, 17.2],
    ['numbers up to 100.0 with one decimal', 1000, 1, 10.2],
    ['numbers up to 1,000.000 with three decimals', 1_000_000, 3, 21.2],
    ['numbers up to 10.00000 with five decimals', 1_000_000, 5, 21.2],
    ['integers up to 1,000,000,000', 1_000_000_000, 0, 30.2],
  ])('the encoder finds a scale for %s', (_, below, digits, most) => {
    const next = noise(9);
    const list = Array.from({ length: 20_000 }, () => Number(`${Math.floor(next() * below)}e-${digits}`));
    expect(bitsAValue(list)).toBeLessThan(most);
  });

  test('the encoder finds new scales when the number of decimals of the values changes', () => {
    const next = noise(10);
    const price = (): number => Number(`${Math.floor(next() * 1e4)}e-2`);
    const fine = (): number => Number(`${Math.floor(next() * 1e4)}e-6`);
    const whole = (): number => Math.floor(next() * 1e4);
    // Each of the six parts takes 14 bits per value if its scale is found.
    const list = [price, fine, whole, fine, price, whole].flatMap((kind) => Array.from({ length: 40_960 }, kind));
    expect(bitsAValue(list)).toBeLessThan(14.5);
  });
});

describe('ALP encoder options', () => {
  test.each([
    { vectorSize: 4 },
    { vectorSize: 65536 },
    { vectorSize: 1000 },
    { vectorSize: 0 },
    { vectorSize: Number.NaN },
    { exponent: 19 },
    { exponent: -1 },
    { exponent: 1.5 },
    { exponent: 3, factor: 4 },
    { factor: 1 },
    { exponent: 3, factor: -1 },
  ])('the encoder rejects the options %o, which the format does not allow', (options) => {
    expect(faultOf(() => alp.encoder(double, options))).toEqual({ code: 'INVALID_ARGUMENT' });
  });

  test('the encoder accepts exponents of FLOAT up to 10, but not 11', () => {
    expect(faultOf(() => alp.encoder(float, { exponent: 11 }))).toEqual({ code: 'INVALID_ARGUMENT' });
    expect(encode(numbers(float, [0.1]), { exponent: 10 }).length).toBe(20);
  });
});
