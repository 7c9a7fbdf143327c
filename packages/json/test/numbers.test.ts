import { PhysicalType } from '@marquetry/core';
import { createJsonWriter, createTextWriter } from '@marquetry/json';
import { float16ToNumber } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigEndian, byteArrays, doubles, fixed, floats, int32s, int64s, leafOf } from './columns.js';

type Values = ReturnType<typeof int32s>;

function json(leaf: LeafNode, values: Values): string[] {
  const write = createJsonWriter(leaf)(values);
  return Array.from({ length: values.length }, (_, i) => write(i));
}

describe('writing BOOLEAN and integer values', () => {
  it('createJsonWriter writes bit-packed BOOLEAN values as true and false', () => {
    const leaf = leafOf(PhysicalType.BOOLEAN);
    const values = { layout: 'bits', type: 0, length: 10, data: Uint8Array.of(0b00000101, 0b10) } as const;
    expect(json(leaf, values).join(' ')).toBe('true false true false false false false false false true');
  });

  it('createJsonWriter writes INT32 as signed, or as unsigned if the logical type is unsigned', () => {
    const values = int32s(0, -1, 2 ** 31 - 1, -(2 ** 31));
    expect(json(leafOf(PhysicalType.INT32), values)).toEqual(['0', '-1', '2147483647', '-2147483648']);
    const unsigned = leafOf(PhysicalType.INT32, { logicalType: { kind: 'INTEGER', bitWidth: 32, isSigned: false } });
    expect(json(unsigned, values)).toEqual(['0', '4294967295', '2147483647', '2147483648']);
  });

  it('createJsonWriter writes all digits of INT64', () => {
    const values = int64s(0n, -1n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 32n));
    expect(json(leafOf(PhysicalType.INT64), values)).toEqual([
      '0',
      '-1',
      '9007199254740993',
      '-9007199254740993',
      '9223372036854775807',
      '-9223372036854775808',
      '-4294967296',
    ]);
  });

  it('createJsonWriter writes a column whose only annotation is the converted type UINT_64 as unsigned', () => {
    const leaf = leafOf(PhysicalType.INT64, { convertedType: 14 });
    expect(json(leaf, int64s(-1n, -(2n ** 63n)))).toEqual(['18446744073709551615', '9223372036854775808']);
  });

  it('createJsonWriter writes INT64 with the same digits as BigInt, over the whole range', () => {
    const signed = leafOf(PhysicalType.INT64);
    const unsigned = leafOf(PhysicalType.INT64, { convertedType: 14 });
    const bits = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.integer().map(BigInt));
    fc.assert(
      fc.property(bits, (value) => {
        expect(json(signed, int64s(value))).toEqual([String(value)]);
        expect(json(unsigned, int64s(value))).toEqual([String(BigInt.asUintN(64, value))]);
      }),
      { numRuns: 2000 },
    );
  });

  it('createJsonWriter ignores unknown logical types and writes the physical value', () => {
    const leaf = leafOf(PhysicalType.INT64, { logicalType: { kind: 'unknown', id: 99 } as never });
    expect(json(leaf, int64s(-5n))).toEqual(['-5']);
    const unit = leafOf(PhysicalType.INT64, {
      logicalType: { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'unknown' },
    });
    expect(json(unit, int64s(12n))).toEqual(['12']);
  });
});

describe('writing DECIMAL values', () => {
  const decimal = (type: PhysicalType, scale: number, precision: number, typeLength?: number): LeafNode =>
    leafOf(type, {
      ...(typeLength === undefined ? {} : { typeLength }),
      logicalType: { kind: 'DECIMAL', scale, precision },
    });

  it('DECIMAL in INT32 and INT64 is written with trailing zeros according to the scale', () => {
    const expected = ['1.50', '0.00', '-0.05', '-12.34', '1.00'];
    expect(json(decimal(PhysicalType.INT32, 2, 9), int32s(150, 0, -5, -1234, 100))).toEqual(expected);
    expect(json(decimal(PhysicalType.INT64, 2, 18), int64s(150n, 0n, -5n, -1234n, 100n))).toEqual(expected);
  });

  it('a DECIMAL of scale 0 is written without a decimal point', () => {
    expect(json(decimal(PhysicalType.INT32, 0, 9), int32s(-7, 0))).toEqual(['-7', '0']);
  });

  it("a DECIMAL in BYTE_ARRAY is read as a big-endian two's complement integer of any length, and an empty value as 0", () => {
    const values = byteArrays([], [0], [0xff], [0x7f], [0x80], [0, 0, 0x80], [0xff, 0xff, 0x7f]);
    expect(json(decimal(PhysicalType.BYTE_ARRAY, 1, 4), values)).toEqual([
      '0.0',
      '0.0',
      '-0.1',
      '12.7',
      '-12.8',
      '12.8',
      '-12.9',
    ]);
  });

  it('the smallest and largest values of a 16-byte DECIMAL(38, 10) are written with all digits', () => {
    const most = 10n ** 38n - 1n;
    const values = fixed(7, bigEndian(most, 16), bigEndian(-most, 16), bigEndian(-(2n ** 127n), 16));
    expect(json(decimal(PhysicalType.FIXED_LEN_BYTE_ARRAY, 10, 38, 16), values)).toEqual([
      `${'9'.repeat(28)}.${'9'.repeat(10)}`,
      `-${'9'.repeat(28)}.${'9'.repeat(10)}`,
      '-17014118346046923173168730371.5884105728',
    ]);
  });

  it('a DECIMAL of 1 to 40 bytes is written with the same digits as the BigInt of equal value', () => {
    const sample = fc.integer({ min: 1, max: 40 }).chain((width) =>
      fc.record({
        width: fc.constant(width),
        value: fc.bigInt(-(2n ** BigInt(8 * width - 1)), 2n ** BigInt(8 * width - 1) - 1n),
        padding: fc.nat(3),
      }),
    );
    const leaf = decimal(PhysicalType.BYTE_ARRAY, 0, 38);
    fc.assert(
      fc.property(sample, ({ width, value, padding }) => {
        expect(json(leaf, byteArrays(bigEndian(value, width + padding)))).toEqual([String(value)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('a DECIMAL with a huge scale is written with an exponent instead of zeros', () => {
    expect(json(decimal(PhysicalType.INT32, 2 ** 31 - 1, 2 ** 31 - 1), int32s(15, -1))).toEqual([
      '15e-2147483647',
      '-1e-2147483647',
    ]);
    expect(json(decimal(PhysicalType.INT32, 38, 38), int32s(-1))).toEqual([`-0.${'0'.repeat(37)}1`]);
  });

  it('DECIMAL integers of more than 64 KiB are written as base64', () => {
    const [short, long] = json(
      decimal(PhysicalType.BYTE_ARRAY, 0, 38),
      byteArrays([1, ...new Array(99).fill(0)], [1, ...new Array(2 ** 16).fill(0)]),
    );
    expect(short).toBe(String(2n ** 792n));
    expect(long?.startsWith('"AQAA')).toBe(true);
  });
});

describe('writing floating-point values', () => {
  it('DOUBLE is written as the shortest text that parses to it, and integers end in .0', () => {
    const values = doubles(0, -0, 1, 0.1, 1e21, 5e-324, -1.7976931348623157e308, 123456789, 2 ** 53);
    expect(json(leafOf(PhysicalType.DOUBLE), values)).toEqual([
      '0.0',
      '-0.0',
      '1.0',
      '0.1',
      '1e+21',
      '5e-324',
      '-1.7976931348623157e+308',
      '123456789.0',
      '9007199254740992.0',
    ]);
  });

  it('NaN and infinities are written as strings in JSON, and without quotes in text', () => {
    const values = floats(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const leaf = leafOf(PhysicalType.FLOAT);
    expect(json(leaf, values)).toEqual(['"NaN"', '"Infinity"', '"-Infinity"']);
    expect([0, 1, 2].map(createTextWriter(leaf)(values))).toEqual(['NaN', 'Infinity', '-Infinity']);
  });

  it('FLOAT is written with only as many digits as a FLOAT needs', () => {
    const values = floats(0.1, -0, 1.1, 3.4028234663852886e38, 1.401298464324817e-45, 16777216, 0.3, 1e-7, 33554432);
    expect(json(leafOf(PhysicalType.FLOAT), values)).toEqual([
      '0.1',
      '-0.0',
      '1.1',
      '3.4028235e+38',
      '1e-45',
      '16777216.0',
      '0.3',
      '1e-7',
      '33554432.0',
    ]);
  });

  it('every FLOAT is written as the shortest text that parses to it', () => {
    const leaf = leafOf(PhysicalType.FLOAT);
    const digitsOf = (text: string): number => text.replace(/e.*|[-.]/g, '').replace(/^0+|0+$/g, '').length;
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const [text = ''] = json(leaf, floats(value));
        expect(Object.is(Math.fround(Number(text)), value)).toBe(true);
        const digits = digitsOf(text);
        if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value);
      }),
      { numRuns: 5000 },
    );
  });

  it('powers of two, whose two neighbors are at different distances, are written as the shortest text that parses to them', () => {
    const values = floats(2 ** 87, 2 ** 90, 2 ** -96);
    expect(json(leafOf(PhysicalType.FLOAT), values)).toEqual(['1.5474251e+26', '1.2379401e+27', '1.2621775e-29']);
  });

  it('FLOAT16 is written with only as many digits as a FLOAT16 needs', () => {
    const bits = [0x3c00, 0xc000, 0x0000, 0x8000, 0x7bff, 0x0001, 0x2e66, 0x7c00, 0xfc00, 0x7e00];
    const leaf = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 2, logicalType: { kind: 'FLOAT16' } });
    const values = fixed(7, ...bits.map((b) => [b & 255, b >> 8]));
    expect(json(leaf, values)).toEqual([
      '1.0',
      '-2.0',
      '0.0',
      '-0.0',
      '65500.0',
      '6e-8',
      '0.1',
      '"Infinity"',
      '"-Infinity"',
      '"NaN"',
    ]);
  });

  it('no two of the 63,488 finite FLOAT16 values are written as the same text', () => {
    const leaf = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 2, logicalType: { kind: 'FLOAT16' } });
    const finite = Array.from({ length: 0x10000 }, (_, b) => b).filter((b) => (b & 0x7c00) !== 0x7c00);
    const texts = json(leaf, fixed(7, ...finite.map((b) => [b & 255, b >> 8])));
    expect(new Set(texts).size).toBe(finite.length);
    // The text differs from the value by at most half the distance to the next FLOAT16.
    for (const [i, bits] of finite.entries()) {
      const value = float16ToNumber(bits);
      const unit = Math.max(2 ** -24, 2 ** (((bits >> 10) & 31) - 25));
      expect(Math.abs(Number(texts[i]) - value)).toBeLessThanOrEqual(unit / 2);
    }
  });
});
