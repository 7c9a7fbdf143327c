import { type DirectValues, type FixedValues, fixedValues, PhysicalType } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import { bigintAggregate, int96Micros } from '../src/aggregates/bigints.js';
import { booleanAggregate } from '../src/aggregates/booleans.js';
import { bytesAggregate } from '../src/aggregates/bytes.js';
import { createDictionaryCounts } from '../src/aggregates/dictionary-counts.js';
import { floatAggregate } from '../src/aggregates/floats.js';
import { integerAggregate } from '../src/aggregates/integers.js';

function fixed(type: FixedValues['type'], width: number, data: ArrayBufferView): FixedValues {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return fixedValues({ type, width }, bytes, 0, bytes.length / width);
}

function strings(...texts: string[]): DirectValues {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const offsets = Int32Array.from([0, ...parts.map((_, i) => parts.slice(0, i + 1).reduce((n, p) => n + p.length, 0))]);
  const data = Uint8Array.from(parts.flatMap((part) => [...part]));
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: texts.length, offsets, data };
}

const extremes64 = BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n, -1n, 0n, 4294967295n, 4294967296n);

describe('aggregates of integers', () => {
  test('INT64 sums are exact beyond 64 bits', () => {
    const aggregate = integerAggregate(true);
    const values = fixed(PhysicalType.INT64, 8, BigInt64Array.of(2n ** 63n - 1n, 2n ** 63n - 1n, -5n));
    aggregate.add(values);
    expect(aggregate.finish()).toEqual({ min: '-5', max: `${2n ** 63n - 1n}`, sum: `${2n ** 64n - 7n}` });
  });

  test.each([true, false])(
    'INT64 minimum, maximum and sum equal those computed with BigInt (signed values: %s)',
    (isSigned) => {
      const aggregate = integerAggregate(isSigned);
      aggregate.add(fixed(PhysicalType.INT64, 8, extremes64));
      const plain = [...extremes64].map((value) => (isSigned ? value : BigInt.asUintN(64, value)));
      const sorted = [...plain].sort((a, b) => (a < b ? -1 : 1));
      const sum = plain.reduce((total, value) => total + value, 0n);
      expect(aggregate.finish()).toEqual({ min: `${sorted[0]}`, max: `${sorted.at(-1)}`, sum: `${sum}` });
    },
  );

  test('INT32 sums are exact, even for more values than one partial sum holds', () => {
    const count = 2 ** 21 + 3;
    const aggregate = integerAggregate(false);
    aggregate.add(fixed(PhysicalType.INT32, 4, new Int32Array(count).fill(-1)));
    expect(aggregate.finish().sum).toBe(`${BigInt(count) * 4294967295n}`);
  });

  test('the sum adds each value as many times as its count; a count of 0 excludes the value from all aggregates', () => {
    const aggregate = integerAggregate(true);
    aggregate.add(fixed(PhysicalType.INT32, 4, Int32Array.of(-100, 7, 9)), Float64Array.of(0, 3, 1));
    expect(aggregate.finish()).toEqual({ min: '7', max: '9', sum: '30' });
  });

  test('a column without values has no minimum, maximum or sum', () => {
    const aggregate = integerAggregate(true);
    aggregate.add(fixed(PhysicalType.INT64, 8, new BigInt64Array(0)));
    expect(aggregate.finish()).toEqual({});
  });
});

describe('aggregates of integers stored as bytes', () => {
  test('an INT96 value, a Julian day plus nanoseconds, becomes whole microseconds since 1970', () => {
    // 2000-01-01 is Julian day 2451545. The time of day is 1 µs and 999 ns.
    const bytes = Uint8Array.of(0xcf, 0x07, 0, 0, 0, 0, 0, 0, 0x59, 0x68, 0x25, 0);
    expect(int96Micros(bytes)).toBe(946684800000001n);
    const aggregate = bigintAggregate();
    aggregate.add({ layout: 'fixed', type: PhysicalType.INT96, length: 1, width: 12, data: bytes }, Float64Array.of(2));
    expect(aggregate.finish().sum).toBe('1893369600000002');
  });
});

describe('aggregates of floats', () => {
  test('NaN is only counted; infinities can be the minimum or maximum, but are not summed', () => {
    const aggregate = floatAggregate();
    const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
    aggregate.add(fixed(PhysicalType.DOUBLE, 8, Float64Array.of(nan, 1.5, -infinity, 2, nan)));
    expect(aggregate.finish()).toEqual({ min: '-Infinity', max: '2', sum: '3.5', NaN: '2' });
  });

  test('the sum of large and small values does not lose the small ones', () => {
    const aggregate = floatAggregate();
    aggregate.add(fixed(PhysicalType.DOUBLE, 8, Float64Array.of(1e100, 1, -1e100)));
    expect(aggregate.finish().sum).toBe('1');
  });

  test('a column of only NaN has no minimum, maximum or sum', () => {
    const aggregate = floatAggregate();
    aggregate.add(fixed(PhysicalType.FLOAT, 4, Float32Array.of(Number.NaN)));
    expect(aggregate.finish()).toEqual({ NaN: '1' });
  });
});

test('the sum of BOOLEAN values is the number of true values', () => {
  const aggregate = booleanAggregate();
  aggregate.add({ layout: 'bits', type: PhysicalType.BOOLEAN, length: 10, data: Uint8Array.of(0b101, 0b10) });
  expect(aggregate.finish()).toEqual({ min: '0', max: '1', sum: '3' });
});

describe('aggregates of byte strings', () => {
  test('minimum, maximum and distinct count include the empty string', () => {
    const aggregate = bytesAggregate();
    aggregate.add(strings('b', '', 'a', 'b'));
    expect(aggregate.finish()).toEqual({ min: '', max: '62', distinct: '3' });
  });

  test('different byte strings that are not valid text are counted as distinct', () => {
    const aggregate = bytesAggregate();
    const data = Uint8Array.from({ length: 256 }, (_, i) => i);
    aggregate.add({ layout: 'fixed', type: PhysicalType.FIXED_LEN_BYTE_ARRAY, length: 256, width: 1, data });
    expect(aggregate.finish()).toEqual({ min: '00', max: 'FF', distinct: '256' });
  });
});

test('aggregates of a dictionary-encoded column ignore the unused entries of each of its dictionaries', () => {
  const aggregate = bytesAggregate();
  const counts = createDictionaryCounts(aggregate);
  const first = strings('unused', 'x', 'y');
  const second = strings('x', 'z', 'unused too');
  const type = PhysicalType.BYTE_ARRAY;
  counts.add({ layout: 'dictionary', type, length: 3, indices: Int32Array.of(1, 2, 1), dictionary: first });
  counts.add({ layout: 'dictionary', type, length: 1, indices: Int32Array.of(2), dictionary: first });
  counts.add({ layout: 'dictionary', type, length: 2, indices: Int32Array.of(0, 1), dictionary: second });
  counts.flush();
  expect(aggregate.finish()).toEqual({ min: '78', max: '7A', distinct: '3' });
});
