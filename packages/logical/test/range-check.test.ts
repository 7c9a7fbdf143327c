import { rangeCheckOf } from '@marquetry/logical';
import { leafOf, valuesOf } from '@marquetry/test-support/ordered-kinds.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Encodes an integer as PLAIN bytes, without using the code under test. */
function plain(value: bigint, width: number, isBigEndian: boolean): Uint8Array {
  const bytes = Uint8Array.from({ length: width }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
  return isBigEndian ? bytes.reverse() : bytes;
}

const physicalTypes = [
  ['INT32', 4, 9],
  ['INT64', 8, 18],
  ['FIXED_LEN_BYTE_ARRAY', 9, 20],
  ['BYTE_ARRAY', 12, 28],
] as const;

describe.each(physicalTypes)('checking the range of DECIMAL values stored as %s', (physicalType, width, mostDigits) => {
  const isBigEndian = physicalType === 'FIXED_LEN_BYTE_ARRAY' || physicalType === 'BYTE_ARRAY';
  const typeLength = physicalType === 'FIXED_LEN_BYTE_ARRAY' ? { typeLength: width } : {};
  const check = (precision: number, values: readonly bigint[]): number => {
    const leaf = leafOf({ type: 'DECIMAL', precision, scale: 0, physicalType, ...typeLength });
    const items = values.map((value) => plain(value, width, isBigEndian));
    return rangeCheckOf(leaf)?.(valuesOf(leaf, items)) ?? -1;
  };

  test('for every precision p, 10^p and -10^p are out of range, but 10^p - 1 and 1 - 10^p are not', () => {
    for (let precision = 1; precision <= mostDigits; precision++) {
      const limit = 10n ** BigInt(precision);
      expect([precision, check(precision, [limit - 1n, 1n - limit, 0n])]).toEqual([precision, -1]);
      expect([precision, check(precision, [0n, limit])]).toEqual([precision, 1]);
      expect([precision, check(precision, [1n - limit, -limit])]).toEqual([precision, 1]);
    }
  });

  test('a range check returns the index of the first value out of range', () => {
    const span = 1n << BigInt(8 * width - 1);
    const value = fc.oneof(fc.bigInt({ min: -span, max: span - 1n }), fc.bigInt({ min: -2000n, max: 2000n }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), fc.integer({ min: 1, max: mostDigits }), (values, precision) => {
        const limit = 10n ** BigInt(precision);
        expect(check(precision, values)).toBe(values.findIndex((item) => item >= limit || item <= -limit));
      }),
    );
  });
});

test('an empty decimal is out of range; a decimal with fewer bytes than the largest one allowed is in range', () => {
  const leaf = leafOf({ type: 'DECIMAL', precision: 5, scale: 0, physicalType: 'BYTE_ARRAY' });
  const check = rangeCheckOf(leaf)!;
  expect(check(valuesOf(leaf, [Uint8Array.of(0x7f), Uint8Array.of(0x80, 0)]))).toBe(-1);
  expect(check(valuesOf(leaf, [Uint8Array.of(1), new Uint8Array(0)]))).toBe(1);
});

test('a DECIMAL column has no range check if all values of its physical type fit the precision', () => {
  const decimal = (precision: number, physicalType: 'INT32' | 'INT64') => {
    const leaf = leafOf({ type: 'DECIMAL', precision: 9, physicalType });
    return rangeCheckOf({ ...leaf, annotation: { kind: 'DECIMAL', scale: 0, precision } });
  };
  expect([decimal(10, 'INT32'), decimal(19, 'INT64'), decimal(0, 'INT32')]).toEqual([undefined, undefined, undefined]);
  expect([typeof decimal(9, 'INT32'), typeof decimal(18, 'INT64')]).toEqual(['function', 'function']);
});

test('a DECIMAL column stored as FIXED_LEN_BYTE_ARRAY has no range check if all values of its length fit the precision', () => {
  const fixed = (precision: number, width: number) => {
    const physicalType = 'FIXED_LEN_BYTE_ARRAY';
    const leaf = leafOf({ type: 'DECIMAL', precision: 1, scale: 0, physicalType, typeLength: width });
    return typeof rangeCheckOf({ ...leaf, annotation: { kind: 'DECIMAL', scale: 0, precision } });
  };
  // The bounds are -128 to 127 for 8 bits, and -32768 to 32767 for 16 bits.
  expect([fixed(2, 1), fixed(3, 1)]).toEqual(['function', 'undefined']);
  expect([fixed(4, 2), fixed(5, 2)]).toEqual(['function', 'undefined']);
});

test('a huge precision (which disables the range check) or a huge width does not make rangeCheckOf compute huge powers', () => {
  const leaf = leafOf({ type: 'DECIMAL', precision: 9, scale: 0, physicalType: 'FIXED_LEN_BYTE_ARRAY', typeLength: 9 });
  const forged = { kind: 'DECIMAL', precision: 2 ** 30, scale: 0 } as const;
  expect(rangeCheckOf({ ...leaf, annotation: forged })).toBeUndefined();
  const wide = { ...leaf, width: 2 ** 31 - 1 };
  expect(rangeCheckOf(wide)?.(valuesOf(leaf, [plain(10n ** 9n - 1n, 9, true), plain(10n ** 9n, 9, true)]))).toBe(1);
});

describe('checking the range of INTEGER values', () => {
  test.each([
    ['INT8', -128, 127],
    ['INT16', -32_768, 32_767],
    ['UINT8', 0, 255],
    ['UINT16', 0, 65_535],
  ] as const)('values of %s must be between %d and %d', (type, least, most) => {
    const leaf = leafOf(type);
    const check = (values: readonly number[]): number =>
      rangeCheckOf(leaf)!(
        valuesOf(
          leaf,
          values.map((value) => plain(BigInt(value), 4, false)),
        ),
      );
    expect(check([least, most, 0])).toBe(-1);
    expect([check([0, least - 1]), check([most + 1])]).toEqual([1, 0]);
  });

  test.each(['INT32', 'UINT32', 'INT64', 'UINT64', 'STRING', 'DOUBLE', 'DATE'] as const)(
    '%s columns have no range check',
    (type) => {
      expect(rangeCheckOf(leafOf(type))).toBeUndefined();
    },
  );
});
