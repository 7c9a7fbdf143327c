import {
  type ColumnType,
  createColumnBuffer,
  createLimits,
  type FixedValues,
  PhysicalType,
  type ValueDecoder,
} from '@marquetry/core';
import { groupVarint } from '@marquetry/group-varint';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const int32 = { type: PhysicalType.INT32, width: 4 } as const;
const int64 = { type: PhysicalType.INT64, width: 8 } as const;
const junk = 'de ad be ef de ad be ef de ad';

function open(column: ColumnType, bytes: Uint8Array, valueCount: number): ValueDecoder {
  return groupVarint.decoder(bytes, { column, valueCount, limits: createLimits() });
}

function read(column: ColumnType, bytes: Uint8Array, count: number): (number | bigint)[] {
  const values = open(column, bytes, count).read(count);
  if (values.layout !== 'fixed') throw new Error(values.layout);
  return Array.from<number | bigint>(values.data);
}

function valuesOf(values: readonly number[] | readonly bigint[]): FixedValues {
  const { length } = values;
  if (typeof values[0] === 'bigint') {
    const data = BigInt64Array.from(values as readonly bigint[]);
    return { layout: 'fixed', type: PhysicalType.INT64, width: 8, length, data };
  }
  const data = Int32Array.from(values as readonly number[]);
  return { layout: 'fixed', type: PhysicalType.INT32, width: 4, length, data };
}

function write(column: ColumnType, values: FixedValues): Uint8Array {
  const encoder = groupVarint.encoder(column);
  encoder.write(values, 0, values.length);
  const { byteLength } = encoder;
  const bytes = encoder.finish();
  expect(byteLength).toBe(bytes.length);
  return bytes;
}

describe('INT32: groups of 4 values, each group preceded by a byte with the lengths of its values', () => {
  test("the specification's example is read and written: the length byte 0b00101101 precedes values of 1, 3, 4 and 2 bytes", () => {
    const page = `
      2d            | 00 10 11 01
      07            | 7
      56 34 12      | 0x123456
      ff ff ff ff   | -1
      01 02         | 0x201`;
    const values = [7, 0x123456, -1, 0x201];
    expect(read(int32, hex(`${page} \n ${junk}`), 4)).toEqual(values);
    expect(write(int32, valuesOf(values))).toEqual(hex(page));
  });

  test('the last GROUP_VAR_INT group is padded with zeros, each of which takes one byte', () => {
    const page = `
      c0            | 11 00 00 00
      00 00 00 80   | -2^31
      00            | 0
      ff            | 255
      00            | 0
      40            | 01 00 00 00
      00 01         | 256
      00 00 00      | padding zeros`;
    const values = [-(2 ** 31), 0, 255, 0, 256];
    expect(read(int32, hex(`${page} \n ${junk}`), 5)).toEqual(values);
    expect(write(int32, valuesOf(values))).toEqual(hex(page));
  });

  test('the padding of the last GROUP_VAR_INT group may be missing', () => {
    expect(read(int32, hex('40 00 01'), 1)).toEqual([256]);
  });

  test('a GROUP_VAR_INT value may take more bytes than it needs, and short values are not sign-extended', () => {
    expect(read(int32, hex(`e4 01 00 00 00 ff ff ff ff ff ff ${junk}`), 4)).toEqual([1, 0xffffff, 0xffff, 0xff]);
  });
});

describe('INT64: groups of 5 values, each group preceded by two bytes with the lengths of its values', () => {
  test('two INT64 groups are read and written: values of 1, 2, 3, 4 and 8 bytes, then values of 5, 6, 7, 8 and 1 bytes', () => {
    const page = `
      02 9f                     | 0 000 001 010 011 111
      2a                        | 42
      00 01                     | 2^8
      00 00 01                  | 2^16
      ff ff ff ff               | 2^32 - 1
      fe ff ff ff ff ff ff ff   | -2
      4b b8                     | 0 100 101 110 111 000
      00 00 00 00 01            | 2^32
      00 00 00 00 00 01         | 2^40
      00 00 00 00 00 00 01      | 2^48
      00 00 00 00 00 00 00 80   | -2^63
      00                        | 0`;
    const values = [
      ...[42n, 1n << 8n, 1n << 16n, (1n << 32n) - 1n, -2n],
      ...[1n << 32n, 1n << 40n, 1n << 48n, -(1n << 63n), 0n],
    ];
    expect(read(int64, hex(`${page} \n ${junk}`), 10)).toEqual(values);
    expect(write(int64, valuesOf(values))).toEqual(hex(page));
  });

  test('in a GROUP_VAR_INT page, a single INT64 value is followed by four padding zeros', () => {
    const page = `
      10 00         | 0 001 000 000 000 000
      e8 03         | 1000
      00 00 00 00   | padding zeros`;
    expect(read(int64, hex(`${page} \n ${junk}`), 1)).toEqual([1000n]);
    expect(write(int64, valuesOf([1000n]))).toEqual(hex(page));
  });

  test('the unused bit of a GROUP_VAR_INT group of INT64 values is ignored', () => {
    expect(read(int64, hex(`90 00 e8 03 00 00 00 00 ${junk}`), 1)).toEqual([1000n]);
  });
});

describe.each([
  ['INT32', int32, 4],
  ['INT64', int64, 5],
] as const)('GROUP_VAR_INT pages of %s values', (_, column, size) => {
  /** Number of test values. They take from one byte to all bytes of the type. */
  const count = 97;
  const words = Array.from({ length: count }, (_, i) => (1n << BigInt((i * 11) % (8 * column.width))) - BigInt(i % 3));
  const values =
    column.width === 8
      ? valuesOf(words.map((word) => BigInt.asIntN(64, word)))
      : valuesOf(words.map((word) => Number(BigInt.asIntN(32, word))));
  const bytes = write(column, values);
  const plain: (number | bigint)[] = Array.from<number | bigint>(values.data);

  test('GROUP_VAR_INT values can be read in parts that end within groups', () => {
    for (let portion = 1; portion <= 2 * size + 1; portion++) {
      const decoder = open(column, bytes, count);
      const target = createColumnBuffer(column);
      for (let at = 0; at < count; at += portion) decoder.readInto(target, Math.min(portion, count - at));
      expect(decoder.remaining).toBe(0);
      if (target.layout !== 'fixed') throw new Error(target.layout);
      expect(Array.from<number | bigint>(target.values.data)).toEqual(plain);
    }
  });

  test('any GROUP_VAR_INT value can be read after the values before it have been skipped', () => {
    for (let skipped = 0; skipped < count; skipped++) {
      const decoder = open(column, bytes, count);
      decoder.skip(skipped >> 1);
      decoder.skip(skipped - (skipped >> 1));
      const value = decoder.read(1);
      expect(value.layout === 'fixed' ? value.data[0] : undefined).toBe(values.data[skipped]);
      expect(decoder.remaining).toBe(count - skipped - 1);
    }
  });

  test('writing GROUP_VAR_INT values one by one yields the same bytes as writing all at once, and byteLength is always exact', () => {
    const encoder = groupVarint.encoder(column);
    expect(encoder.byteLength).toBe(0);
    for (let at = 0; at < count; at++) {
      encoder.write(values, at, at + 1);
      expect(encoder.byteLength).toBe(write(column, valuesOf(plain.slice(0, at + 1) as number[])).length);
    }
    expect(encoder.finish()).toEqual(bytes);
  });

  test('reading a truncated GROUP_VAR_INT page throws TRUNCATED, unless only padding zeros are missing', () => {
    // The last group is padded, because 97 is a multiple neither of 4 nor of 5.
    const filling = size - (count % size);
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      if (length >= bytes.length - filling) expect(read(column, cut, count)).toEqual(plain);
      else {
        expect(thrownBy(() => open(column, cut, count).read(count)).code).toBe('TRUNCATED');
        expect(thrownBy(() => open(column, cut, count).skip(count)).code).toBe('TRUNCATED');
      }
    }
  });

  test('a forged value count of a GROUP_VAR_INT page throws TRUNCATED before memory is allocated for it', () => {
    const error = thrownBy(() => open(column, bytes, 2 ** 31 - 1));
    expect([error.code, error.at.offset]).toEqual(['TRUNCATED', bytes.length]);
  });

  test('reading more GROUP_VAR_INT values than limits.decodedBytes allows throws LIMIT, but skipping them does not', () => {
    const limits = createLimits({ decodedBytes: 50 * column.width });
    const decoder = groupVarint.decoder(bytes, { column, valueCount: count, limits });
    expect(thrownBy(() => decoder.read(51)).code).toBe('LIMIT');
    decoder.skip(51);
    const rest = decoder.read(count - 51);
    expect(rest.layout === 'fixed' ? Array.from<number | bigint>(rest.data) : []).toEqual(plain.slice(51));
  });

  test('a GROUP_VAR_INT page without values has no bytes', () => {
    expect(groupVarint.encoder(column).finish()).toEqual(new Uint8Array(0));
    expect(open(column, new Uint8Array(0), 0).read(0).length).toBe(0);
  });

  test('any integers survive a GROUP_VAR_INT round trip, and take no more bytes than necessary', () => {
    const one = column.width === 8 ? fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }) : fc.integer();
    fc.assert(
      fc.property(fc.array(fc.tuple(one, fc.nat(8 * column.width - 1)), { minLength: 1 }), (drawn) => {
        const shifted = drawn.map(([value, by]) =>
          typeof value === 'bigint' ? BigInt.asIntN(64, BigInt.asUintN(64, value) >> BigInt(by)) : (value >>> by) | 0,
        ) as number[] | bigint[];
        const page = write(column, valuesOf(shifted));
        let expected = 0;
        for (const value of shifted) expected += byteLengthOf(value, column.width);
        const groups = Math.ceil(shifted.length / size);
        expect(page.length).toBe(expected + groups * (size === 5 ? 2 : 1) + groups * size - shifted.length);
        expect(read(column, page, shifted.length)).toEqual([...shifted]);
      }),
    );
  });
});

test('GROUP_VAR_INT supports only INT32 and INT64 columns', () => {
  const supported = [0, 1, 2, 3, 4, 5, 6, 7].filter((type) => groupVarint.supports({ type, width: 0 } as ColumnType));
  expect(supported).toEqual([PhysicalType.INT32, PhysicalType.INT64]);
  const float = { type: PhysicalType.FLOAT, width: 4 } as const;
  expect(thrownBy(() => open(float, new Uint8Array(0), 0)).code).toBe('INVALID_ARGUMENT');
  expect(thrownBy(() => groupVarint.encoder(float)).code).toBe('INVALID_ARGUMENT');
});

function byteLengthOf(value: number | bigint, width: number): number {
  const digits = BigInt.asUintN(8 * width, BigInt(value)).toString(16);
  return Math.ceil(digits.length / 2);
}
