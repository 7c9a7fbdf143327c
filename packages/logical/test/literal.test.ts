import { boundValueOf, compareBound, literalOf, orderOf, type UserValue } from '@marquetry/logical';
import type { FieldDefinition } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { leafOf, orderedKinds, plainValue } from '@marquetry/test-support/ordered-kinds.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const integerTypes = ['INT32', 'INT64', 'INT8', 'UINT8', 'UINT32', 'UINT64', 'DATE'] as const;

/** Compares a stored bound, given as bytes, with a caller's value. */
function compare(definition: FieldDefinition, bound: Uint8Array, value: UserValue): number | undefined {
  const leaf = leafOf(definition);
  const columnOrder = definition === 'INT96' ? 'INT96_TIMESTAMP_ORDER' : 'TYPE_ORDER';
  const difference = compareBound(orderOf(leaf, columnOrder)!, bound, literalOf(leaf, value));
  return difference === undefined ? undefined : Math.sign(difference);
}

/** Compares numbers or bigints of any size, exactly. */
const signOf = (bound: number | bigint, value: number | bigint): number => (bound < value ? -1 : bound > value ? 1 : 0);

const anyNumber = fc.oneof(
  fc.double({ noNaN: true }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(
    2 ** 31,
    2 ** 31 - 0.5,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 32,
    2n ** 63n,
    -(2n ** 63n) - 1n,
    2n ** 64n,
    -0.5,
    0.5,
  ),
);

describe('comparing integer columns with literals', () => {
  test.each(integerTypes)('a %s bound is compared by value with any numeric literal', (type) => {
    const leaf = leafOf(type);
    fc.assert(
      fc.property(plainValue(leaf), anyNumber, (bound, value) => {
        const stored = boundValueOf(leaf, bound) as number | bigint;
        expect(compare(type, bound, value)).toBe(signOf(stored, value));
      }),
      { numRuns: 1000 },
    );
  });

  test("literalOf classifies an integer in the column's range as exact, a number between two integers as a gap, and a number out of range as below or above", () => {
    const leaf = leafOf('INT32');
    expect(literalOf(leaf, 7)).toEqual({ kind: 'exact', bytes: hex('07000000') });
    expect(literalOf(leaf, 7n)).toEqual({ kind: 'exact', bytes: hex('07000000') });
    expect(literalOf(leaf, 7.5)).toEqual({ kind: 'gap', after: hex('07000000') });
    expect(literalOf(leaf, -0.5)).toEqual({ kind: 'gap', after: hex('ffffffff') });
    expect(literalOf(leaf, 2 ** 31)).toEqual({ kind: 'above' });
    expect(literalOf(leaf, Number.NEGATIVE_INFINITY)).toEqual({ kind: 'below' });
    expect(literalOf(leaf, Number.POSITIVE_INFINITY)).toEqual({ kind: 'above' });
    expect(literalOf(leaf, Number.NaN)).toEqual({ kind: 'nan' });
    expect(literalOf(leafOf('UINT64'), -1)).toEqual({ kind: 'below' });
    expect(literalOf(leafOf('UINT64'), 2n ** 64n - 1n)).toEqual({ kind: 'exact', bytes: new Uint8Array(8).fill(0xff) });
    // A file may contain 300 in an INT8 column, so the range is that of INT32, the physical type.
    expect(literalOf(leafOf('INT8'), 300)).toEqual({ kind: 'exact', bytes: hex('2c010000') });
  });
});

test("a DECIMAL literal may be bytes: of any length for BYTE_ARRAY, of the column's length for FIXED_LEN_BYTE_ARRAY", () => {
  const decimal = { type: 'DECIMAL', precision: 9, scale: 2 } as const;
  const any = leafOf({ ...decimal, physicalType: 'BYTE_ARRAY' });
  const fixed = leafOf({ ...decimal, physicalType: 'FIXED_LEN_BYTE_ARRAY', typeLength: 4 });
  expect(literalOf(any, hex('0001'))).toEqual({ kind: 'exact', bytes: hex('0001') });
  expect(literalOf(fixed, hex('00000001'))).toEqual({ kind: 'exact', bytes: hex('00000001') });
  expect(thrownBy(() => literalOf(fixed, hex('0001'))).code).toBe('INVALID_ARGUMENT');
});

describe('comparing floating-point columns with literals', () => {
  test.each(['FLOAT', 'DOUBLE', 'FLOAT16'] as const)(
    'a %s bound is compared by value with any numeric literal',
    (type) => {
      const leaf = leafOf(type);
      const near = fc
        .tuple(plainValue(leaf), fc.double({ min: -1e-9, max: 1e-9, noNaN: true }))
        .map(([bytes, step]) => {
          const value = boundValueOf(leaf, bytes) as number;
          return Number.isNaN(value) ? step : value * (1 + step);
        });
      fc.assert(
        fc.property(plainValue(leaf), fc.oneof(anyNumber, near), (bound, value) => {
          const stored = boundValueOf(leaf, bound) as number;
          if (Number.isNaN(stored)) return;
          expect(compare(type, bound, value)).toBe(signOf(stored, value));
          expect(compareBound(orderOf(leaf, 'IEEE_754_TOTAL_ORDER')!, bound, literalOf(leaf, value))).toBe(
            compare(type, bound, value),
          );
        }),
        { numRuns: 2000 },
      );
    },
  );

  test('a number between two adjacent floats is in the gap after the lower one', () => {
    const leaf = leafOf('FLOAT');
    expect(literalOf(leaf, 0.1)).toEqual({ kind: 'gap', after: hex('cccccc3d') });
    expect(literalOf(leaf, -0.1)).toEqual({ kind: 'gap', after: hex('cdccccbd') });
    expect(literalOf(leaf, 1e-60)).toEqual({ kind: 'gap', after: hex('00000000') });
    expect(literalOf(leaf, -1e-60)).toEqual({ kind: 'gap', after: hex('01000080') });
    expect(literalOf(leaf, 1e300)).toEqual({ kind: 'gap', after: hex('ffff7f7f') });
    expect(literalOf(leaf, Number.POSITIVE_INFINITY)).toEqual({ kind: 'exact', bytes: hex('0000807f') });
    expect(literalOf(leafOf('DOUBLE'), 2n ** 53n + 1n)).toEqual({ kind: 'gap', after: hex('0000000000004043') });
    expect(literalOf(leaf, Number.NaN)).toEqual({ kind: 'nan' });
    expect(compare('FLOAT', hex('0000803f'), Number.NaN)).toBeUndefined();
  });
});

describe('comparing DECIMAL columns with literals', () => {
  const physicalTypes = ['INT32', 'INT64', 'FIXED_LEN_BYTE_ARRAY', 'BYTE_ARRAY'] as const;

  test.each(physicalTypes)('a decimal stored as %s is compared with a literal by value', (physicalType) => {
    const definition = { type: 'DECIMAL', precision: 9, scale: 2, physicalType } as const;
    const leaf = leafOf(definition);
    const digits = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
    const places = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(
        plainValue(leaf),
        fc.oneof(digits, fc.bigInt({ min: -400_000n, max: 400_000n })),
        places,
        (bound, value, scale) => {
          const text = `${value}e-${scale}`;
          const unscaled = BigInt(String(boundValueOf(leaf, bound)).replace('.', ''));
          expect(compare(definition, bound, text)).toBe(signOf(unscaled * 10n ** BigInt(scale), value * 100n));
        },
      ),
      { numRuns: 500 },
    );
  });

  const leaf = leafOf({ type: 'DECIMAL', precision: 9, scale: 2 });

  test('a decimal literal may be a string, a number (converted to its shortest decimal form) or a bigint, and is never rounded', () => {
    const exact = { kind: 'exact', bytes: hex('96000000') };
    for (const value of ['1.50', '1.5', '15e-1', 1.5]) expect(literalOf(leaf, value)).toEqual(exact);
    expect(literalOf(leaf, 2n)).toEqual({ kind: 'exact', bytes: hex('c8000000') });
    expect(literalOf(leaf, '1.505')).toEqual({ kind: 'gap', after: hex('96000000') });
    expect(literalOf(leaf, '-1.505')).toEqual({ kind: 'gap', after: hex('69ffffff') });
  });

  test('a decimal literal that does not fit in the bytes of the column is out of range, however many digits it has', () => {
    const fixed = leafOf({
      type: 'DECIMAL',
      precision: 4,
      scale: 0,
      physicalType: 'FIXED_LEN_BYTE_ARRAY',
      typeLength: 2,
    });
    const varying = leafOf({ type: 'DECIMAL', precision: 4, scale: 0, physicalType: 'BYTE_ARRAY' });
    expect(literalOf(fixed, '32767')).toEqual({ kind: 'exact', bytes: hex('7fff') });
    expect(literalOf(fixed, '32768')).toEqual({ kind: 'above' });
    expect(literalOf(fixed, '-32768')).toEqual({ kind: 'exact', bytes: hex('8000') });
    expect(literalOf(fixed, '-32769')).toEqual({ kind: 'below' });
    expect(literalOf(fixed, 1n)).toEqual({ kind: 'exact', bytes: hex('0001') });
    expect(literalOf(varying, '32768')).toEqual({ kind: 'exact', bytes: hex('008000') });
    for (const each of [leaf, fixed, varying]) {
      expect(literalOf(each, '1e999999999')).toEqual({ kind: 'above' });
      expect(literalOf(each, '-1e999999999')).toEqual({ kind: 'below' });
      expect(literalOf(each, 1n << 100_000n)).toEqual({ kind: 'above' });
      expect(literalOf(each, -(1n << 100_000n))).toEqual({ kind: 'below' });
      expect(literalOf(each, Number.POSITIVE_INFINITY)).toEqual({ kind: 'above' });
      expect(literalOf(each, Number.NEGATIVE_INFINITY)).toEqual({ kind: 'below' });
      expect(literalOf(each, Number.NaN)).toEqual({ kind: 'nan' });
    }
  });

  test('a DECIMAL literal given as bytes must have the length of the stored values, and an INT32 column rejects bytes', () => {
    const fixed = leafOf({
      type: 'DECIMAL',
      precision: 4,
      scale: 0,
      physicalType: 'FIXED_LEN_BYTE_ARRAY',
      typeLength: 2,
    });
    expect(literalOf(fixed, hex('0001'))).toEqual({ kind: 'exact', bytes: hex('0001') });
    expect(thrownBy(() => literalOf(fixed, hex('01'))).code).toBe('INVALID_ARGUMENT');
    expect(thrownBy(() => literalOf(leaf, hex('01000000'))).code).toBe('INVALID_ARGUMENT');
  });
});

describe('comparing date and time columns with literals', () => {
  const millis = leafOf({ type: 'TIMESTAMP', unit: 'MILLIS' });
  const micros = leafOf({ type: 'TIMESTAMP', unit: 'MICROS' });
  const local = leafOf({ type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: false });
  const date = leafOf('DATE');
  const [int32, int64] = [
    (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer),
    (value: bigint): Uint8Array => new Uint8Array(BigInt64Array.of(value).buffer),
  ];

  test('a DATE literal may be a number of days, text or a Date; a Date with a time of day comes after its day', () => {
    for (const value of [2, 2n, '1970-01-03', new Date(2 * 86_400_000)]) {
      expect(literalOf(date, value)).toEqual({ kind: 'exact', bytes: int32(2) });
    }
    expect(literalOf(date, new Date(2 * 86_400_000 + 1))).toEqual({ kind: 'gap', after: int32(2) });
    expect(literalOf(date, new Date(-1))).toEqual({ kind: 'gap', after: int32(-1) });
    expect(literalOf(date, 2.5)).toEqual({ kind: 'gap', after: int32(2) });
  });

  test('a TIMESTAMP literal may be a number of units, text or a Date', () => {
    for (const value of [1500, 1500n, '1970-01-01T00:00:01.5Z', '1970-01-01T01:00:01.5+01:00', new Date(1500)]) {
      expect(literalOf(millis, value)).toEqual({ kind: 'exact', bytes: int64(1500n) });
    }
    expect(literalOf(micros, new Date(-1))).toEqual({ kind: 'exact', bytes: int64(-1000n) });
    expect(literalOf(millis, '1970-01-01T00:00:00.0015Z')).toEqual({ kind: 'gap', after: int64(1n) });
    expect(literalOf(local, '1970-01-01T00:00:00.000000001')).toEqual({ kind: 'exact', bytes: int64(1n) });
    expect(literalOf(local, new Date(8.64e15))).toEqual({ kind: 'above' });
  });

  test('a TIME literal may be a number of units, or text', () => {
    const time = leafOf({ type: 'TIME', unit: 'MILLIS' });
    for (const value of [1000, '00:00:01', '00:00:01.000Z']) {
      expect(literalOf(time, value)).toEqual({ kind: 'exact', bytes: int32(1000) });
    }
    expect(literalOf(leafOf({ type: 'TIME', unit: 'MICROS' }), '00:00:01')).toEqual({
      kind: 'exact',
      bytes: int64(1_000_000n),
    });
    expect(thrownBy(() => literalOf(time, new Date(0))).code).toBe('INVALID_ARGUMENT');
  });

  test('an INT96 literal may be a number of nanoseconds, text without a zone, or a Date', () => {
    const int96 = leafOf('INT96');
    const bytes = hex('010000000000000000000000'.replace(/.{8}$/, '8c3d2500'));
    for (const value of [1, 1n, '1970-01-01T00:00:00.000000001']) {
      expect(literalOf(int96, value)).toEqual({ kind: 'exact', bytes });
    }
    expect(literalOf(int96, new Date(0))).toEqual({ kind: 'exact', bytes: hex('00000000000000008c3d2500') });
    expect(literalOf(int96, 1.5)).toEqual({ kind: 'gap', after: bytes });
    expect(literalOf(int96, 1e30)).toEqual({ kind: 'above' });
    expect(literalOf(int96, -1e30)).toEqual({ kind: 'below' });
    expect(compare('INT96', bytes, 0n)).toBe(1);
    expect(compare('INT96', bytes, 2n)).toBe(-1);
  });
});

describe('comparing text and byte columns with literals', () => {
  test('a text literal is compared by its UTF-8 bytes', () => {
    // The UTF-16 order of these two characters is the opposite of their UTF-8 order.
    const [wide, astral] = ['\uff5e', '\u{1f600}'];
    expect(wide > astral).toBe(true);
    for (const type of ['STRING', 'ENUM', 'JSON', 'BYTE_ARRAY'] as const) {
      expect(compare(type, new TextEncoder().encode(wide), astral)).toBe(-1);
      expect(compare(type, hex('61'), hex('61'))).toBe(0);
    }
  });

  test('a UUID literal may be text or 16 bytes', () => {
    const uuid = leafOf('UUID');
    const bytes = hex('00112233445566778899aabbccddeeff');
    expect(literalOf(uuid, '00112233-4455-6677-8899-aabbccddeeff')).toEqual({ kind: 'exact', bytes });
    expect(literalOf(uuid, bytes)).toEqual({ kind: 'exact', bytes });
  });

  test("a binary literal that is shorter than the column's values is in the gap between two possible values of the column", () => {
    const fixed = { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 } as const;
    expect(literalOf(leafOf(fixed), hex('6162'))).toEqual({ kind: 'exact', bytes: hex('6162') });
    expect(literalOf(leafOf(fixed), hex('61'))).toEqual({ kind: 'gap', after: hex('61') });
    expect([compare(fixed, hex('6100'), hex('61')), compare(fixed, hex('60ff'), hex('61'))]).toEqual([1, -1]);
  });

  test('a BOOLEAN literal must be a boolean', () => {
    expect([
      compare('BOOLEAN', hex('00'), true),
      compare('BOOLEAN', hex('01'), true),
      compare('BOOLEAN', hex('01'), false),
    ]).toEqual([-1, 0, 1]);
  });
});

test('literalOf throws INVALID_ARGUMENT for a literal that cannot be compared with the column, and names the column', () => {
  const unknownUnit = {
    ...leafOf('TIMESTAMP'),
    annotation: { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'unknown' },
  } as const;
  const refused: [ReturnType<typeof leafOf>, UserValue][] = [
    [leafOf('BOOLEAN'), 1],
    [leafOf('INT32'), '1'],
    [leafOf('INT64'), true],
    [leafOf('DOUBLE'), '1'],
    [leafOf('FLOAT16'), hex('0000')],
    [leafOf({ type: 'DECIMAL', precision: 9 }), 'one'],
    [leafOf({ type: 'DECIMAL', precision: 9 }), new Date(0)],
    [leafOf({ type: 'DECIMAL', precision: 9 }), true],
    [leafOf('DATE'), '2020-02-30'],
    [leafOf('DATE'), new Date(Number.NaN)],
    [leafOf('DATE'), true],
    [leafOf('TIMESTAMP'), '2020-01-01T00:00:00'],
    [leafOf('TIMESTAMP'), hex('00')],
    [unknownUnit, new Date(0)],
    [leafOf('TIME'), '24:00'],
    [leafOf('INT96'), '2020-01-01T00:00:00Z'],
    [leafOf('STRING'), 1],
    [leafOf('STRING'), 'half \ud800'],
    [leafOf('UUID'), '00112233'],
    [leafOf({ type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 }), 'ab'],
    [leafOf('INTERVAL'), 'P1D'],
  ];
  for (const [leaf, value] of refused) {
    const { code, at } = thrownBy(() => literalOf(leaf, value));
    expect([value, code, at.column]).toEqual([value, 'INVALID_ARGUMENT', 'c']);
  }
  const { message } = thrownBy(() => literalOf(leafOf('INT32'), 'seven'));
  expect(message).toBe('"seven" cannot be compared with INT32 values (column c)');
});

describe('converting a stored bound to a value', () => {
  test.each(orderedKinds)(
    'a $name bound that is converted to a value and back to a literal equals the original',
    ({ leaf, columnOrder }) => {
      const order = orderOf(leaf, columnOrder)!;
      fc.assert(
        fc.property(plainValue(leaf), (bytes) => {
          const value = boundValueOf(leaf, bytes)!;
          const literal = literalOf(leaf, value);
          if (literal.kind === 'nan') expect(order.isNan(bytes)).toBe(true);
          // An INT96 may have more nanoseconds than a day has, so one point in time has several stored forms, which are
          // not equal in this order.
          else if (columnOrder !== 'INT96_TIMESTAMP_ORDER') expect(compareBound(order, bytes, literal)).toBe(0);
        }),
      );
    },
  );

  test.each<[FieldDefinition, string, unknown]>([
    ['BOOLEAN', '01', true],
    ['INT32', 'ffffffff', -1],
    ['UINT32', 'ffffffff', 4_294_967_295],
    ['INT64', 'ffffffffffffffff', -1n],
    ['UINT64', 'ffffffffffffffff', 2n ** 64n - 1n],
    ['FLOAT', '0000c03f', 1.5],
    ['FLOAT16', '003e', 1.5],
    ['INT96', '01000000000000008c3d2500', 1n],
    ['STRING', 'c3a9', 'é'],
    ['STRING', 'efbbbf61', '\ufeffa'],
    ['STRING', 'c3', hex('c3')],
    ['UUID', '00112233445566778899aabbccddeeff', '00112233-4455-6677-8899-aabbccddeeff'],
    ['UUID', '0011', hex('0011')],
    ['BYTE_ARRAY', '6162', hex('6162')],
    [{ type: 'DECIMAL', precision: 9, scale: 2 }, '6affffff', '-1.50'],
    [{ type: 'DECIMAL', precision: 18, scale: 2 }, '9600000000000000', '1.50'],
    [{ type: 'DECIMAL', precision: 9, scale: 2, physicalType: 'BYTE_ARRAY' }, 'ff6a', '-1.50'],
    [{ type: 'TIMESTAMP', unit: 'MICROS' }, '0100000000000000', 1n],
    ['DATE', '01000000', 1],
  ])('for a column %o, the stored bound %s is the value %o', (definition, bytes, value) => {
    expect(boundValueOf(leafOf(definition), hex(bytes))).toEqual(value);
  });

  test('boundValueOf returns a decimal bound as bytes if it is longer than 1024 bytes', () => {
    const leaf = leafOf({ type: 'DECIMAL', precision: 9, physicalType: 'BYTE_ARRAY' });
    const huge = new Uint8Array(1025).fill(1);
    expect(boundValueOf(leaf, huge)).toBe(huge);
    expect(typeof boundValueOf(leaf, huge.subarray(1))).toBe('string');
  });

  test('boundValueOf returns undefined for a bound whose length differs from that of all values of the column', () => {
    for (const type of ['BOOLEAN', 'INT32', 'INT64', 'INT96', 'FLOAT', 'DOUBLE', 'FLOAT16'] as const) {
      const leaf = leafOf(type);
      const width = type === 'BOOLEAN' ? 1 : leaf.width;
      for (const length of [width - 1, width + 1]) {
        expect([type, boundValueOf(leaf, new Uint8Array(length))]).toEqual([type, undefined]);
      }
    }
  });
});
