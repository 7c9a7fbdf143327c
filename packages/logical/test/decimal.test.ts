import {
  bigEndianBytes,
  bigEndianLength,
  bigEndianToBigint,
  compareBigEndian,
  compareBytes,
  parseDecimal,
  significantStart,
  unscaledOf,
  withScale,
  writeBigEndian,
} from '@marquetry/logical';
import { hex } from '@marquetry/test-support/hex.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const anyBytes = fc.uint8Array({ maxLength: 20 });
const integer = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n });

describe('reading, writing and comparing big-endian integers', () => {
  test.each([
    ['', 0n],
    ['ff', -1n],
    ['00ff', 255n],
    ['7f', 127n],
    ['80', -128n],
    ['800000000000000000', -(2n ** 71n)],
  ])('the bytes %s are the integer %d', (bytes, value) => {
    expect(bigEndianToBigint(hex(bytes))).toBe(value);
  });

  test('big-endian integers survive a round trip in the fewest possible bytes', () => {
    fc.assert(
      fc.property(integer, (value) => {
        const bytes = bigEndianBytes(value);
        expect(bigEndianToBigint(bytes)).toBe(value);
        expect(bytes).toHaveLength(bigEndianLength(value));
        expect(significantStart(bytes)).toBe(0);
        if (bytes.length > 1) expect(BigInt.asIntN(8 * bytes.length - 8, value)).not.toBe(value);
      }),
    );
  });

  test.each([
    [0n, 1],
    [-1n, 1],
    [127n, 1],
    [128n, 2],
    [-128n, 1],
    [-129n, 2],
    [32_767n, 2],
    [32_768n, 3],
    [-(2n ** 63n), 8],
    [2n ** 63n, 9],
  ])('the integer %d takes %d bytes', (value, length) => {
    expect(bigEndianLength(value)).toBe(length);
  });

  test('writing a big-endian integer in more bytes keeps its value, and does not change the bytes around it', () => {
    fc.assert(
      fc.property(integer, fc.nat(9), (value, more) => {
        const width = bigEndianLength(value) + more;
        expect(bigEndianToBigint(bigEndianBytes(value, width))).toBe(value);
        const bytes = new Uint8Array(width + 2).fill(0xaa);
        writeBigEndian(value, bytes, 1, width);
        expect([bytes[0], bytes[width + 1]]).toEqual([0xaa, 0xaa]);
        expect(bigEndianToBigint(bytes.subarray(1, width + 1))).toBe(value);
      }),
    );
  });

  test('big-endian integers of different lengths are compared by value', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (a, b) => {
        const [x, y] = [bigEndianToBigint(a), bigEndianToBigint(b)];
        expect(Math.sign(compareBigEndian(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
    );
  });

  test('a big-endian integer equals the same integer with extra sign bytes', () => {
    fc.assert(
      fc.property(integer, fc.nat(5), (value, more) => {
        const bytes = bigEndianBytes(value);
        const longer = bigEndianBytes(value, bytes.length + more);
        expect(compareBigEndian(bytes, longer)).toBe(0);
        expect(significantStart(longer)).toBe(more);
      }),
    );
    for (const [bytes, start] of [
      ['00', 0],
      ['000000', 2],
      ['ffff', 1],
      ['007f', 1],
      ['0080', 0],
      ['ff80', 1],
      ['ff7f', 0],
    ] as const) {
      expect([bytes, significantStart(hex(bytes))]).toEqual([bytes, start]);
    }
    expect(compareBigEndian(hex(''), hex('0000'))).toBe(0);
    expect(compareBigEndian(hex(''), hex('ff'))).toBeGreaterThan(0);
  });
});

describe('comparing byte arrays', () => {
  test('byte arrays are compared as unsigned bytes, and a prefix comes before longer arrays', () => {
    expect(compareBytes(hex('7f'), hex('80'))).toBeLessThan(0);
    expect(compareBytes(hex('0102'), hex('01'))).toBeGreaterThan(0);
    expect(compareBytes(hex('01'), hex('01'))).toBe(0);
  });
});

describe('parsing and formatting decimals', () => {
  test.each([
    ['150', 2, '1.50'],
    ['-150', 2, '-1.50'],
    ['5', 2, '0.05'],
    ['-5', 2, '-0.05'],
    ['50', 2, '0.50'],
    ['0', 2, '0.00'],
    ['12', 0, '12'],
    ['1', 129, `0.${'0'.repeat(128)}1`],
    ['1', 130, '1e-130'],
    ['-15', 1000, '-15e-1000'],
  ])('the digits %s with the scale %d are the text %s', (digits, scale, text) => {
    expect(withScale(digits, scale)).toBe(text);
  });

  test.each(['', '.', '-', '+.', '1.2.3', '1e', 'e5', '0x10', ' 1', '1 ', '1e1234567890', 'NaN', 'Infinity', '1_000'])(
    'parseDecimal rejects the text %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  test.each([
    ['1.50', '150', -2],
    ['-0.05', '5', -2],
    ['+12', '12', 0],
    ['.5', '5', -1],
    ['5.', '5', 0],
    ['007', '7', 0],
    ['0.00', '', -2],
    ['1e3', '1', 3],
    ['1.5E-3', '15', -4],
    ['1e+2', '1', 2],
  ])('parseDecimal reads the text %s as the digits %s and the exponent %d', (text, digits, exponent) => {
    expect(parseDecimal(text)).toEqual({ isNegative: text.startsWith('-'), digits, exponent });
  });

  test('the unscaled integer of a decimal survives a round trip through decimal text', () => {
    fc.assert(
      fc.property(integer, fc.integer({ min: 0, max: 200 }), (value, scale) => {
        const parsed = parseDecimal(withScale(String(value), scale));
        expect(parsed && unscaledOf(parsed, scale, 100)).toEqual({ integer: value, isExact: true });
      }),
    );
  });

  test.each<[string, number, bigint, boolean]>([
    ['1.505', 2, 150n, false],
    ['-1.505', 2, -151n, false],
    ['1.500', 2, 150n, true],
    ['-1.500', 2, -150n, true],
    ['0.001', 2, 0n, false],
    ['-0.001', 2, -1n, false],
    ['0.0000', 2, 0n, true],
    ['1e2', 1, 1000n, true],
    ['1e-9', 2, 0n, false],
  ])('the text %s at the scale %d is the integer %d, rounded towards minus infinity', (text, scale, value, isExact) => {
    expect(unscaledOf(parseDecimal(text)!, scale, 20)).toEqual({ integer: value, isExact });
  });

  test('decimal text with more digits than allowed is rejected before its value is computed', () => {
    expect(unscaledOf(parseDecimal('1e999999999')!, 0, 38)).toBeUndefined();
    expect(unscaledOf(parseDecimal('100')!, 0, 2)).toBeUndefined();
    expect(unscaledOf(parseDecimal('99')!, 0, 2)).toEqual({ integer: 99n, isExact: true });
    expect(unscaledOf(parseDecimal('9.9')!, 2, 2)).toBeUndefined();
    expect(unscaledOf(parseDecimal('0e999999999')!, 0, 1)).toEqual({ integer: 0n, isExact: true });
  });
});
