/**
 * Tests writing values whose layout differs between Arrow and Parquet: other widths, units, views, and bitmaps that
 * start at any bit.
 */

import { defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  BinaryView,
  Bool,
  type DataType,
  DateMillisecond,
  Decimal,
  Field,
  FixedSizeList,
  Int32,
  IntervalDayTime,
  IntervalMonthDayNano,
  IntervalYearMonth,
  LargeList,
  LargeUtf8,
  makeData,
  Struct,
  Table,
  TimeSecond,
  TimestampSecond,
  Utf8View,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { roundTrip, vectorOf, write } from './written.js';

describe('values that writeArrow writes', () => {
  test('writeArrow accepts booleans and validity bitmaps that start at any bit', async () => {
    const entries = Array.from({ length: 50 }, (_, i) => (i % 5 === 2 ? null : i % 3 === 0));
    const vector = vectorFromArray(entries, new Bool()).slice(3, 41).slice(6);
    expect(vector.data[0]?.offset).toBe(9);
    expect(await roundTrip(vector)).toEqual(entries.slice(9, 41));
  });

  test('writeArrow accepts string views in any order, and short strings inside views', async () => {
    const first = new TextEncoder().encode('a long string, and another one');
    const views = new Uint8Array(16 * 4);
    const header = new DataView(views.buffer);
    const out = (i: number, length: number, from: number): void => {
      header.setInt32(16 * i, length, true);
      header.setInt32(16 * i + 12, from, true);
    };
    out(0, 15, 15);
    header.setInt32(16, 2, true);
    views.set([0x68, 0x69], 20);
    out(2, 14, 0);
    header.setInt32(48, 999, true);
    for (const type of [new Utf8View(), new BinaryView()]) {
      const props = { type, length: 4, views, variadicBuffers: [first], nullBitmap: Uint8Array.of(7) };
      const texts = (await roundTrip(vectorOf(props as never))).map((value) =>
        value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
      );
      expect(texts).toEqual(['nd another one'.replace('nd', 'and').padEnd(15).trimEnd(), 'hi', 'a long string,', null]);
      const broken = vectorOf({ ...props, nullBitmap: undefined } as never);
      const error = await errorOf(() => roundTrip(broken));
      expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'c']);
      expect(error.reason).toBe('record batch 0: row 3: a view refers to 999 bytes that are not all within its buffer');
    }
  });

  test('writeArrow accepts 64-bit offsets that do not start at 0', async () => {
    const valueOffsets = BigInt64Array.of(1n, 2n, 2n, 4n);
    const data = new TextEncoder().encode('xabcx');
    expect(await roundTrip(vectorOf({ type: new LargeUtf8(), valueOffsets, data, length: 3 } as never))).toEqual([
      'a',
      '',
      'bc',
    ]);
    const child = makeData({ type: new Int32(), data: Int32Array.of(9, 1, 2, 3, 9) });
    const type = new LargeList(new Field('item', new Int32(), true));
    expect(await roundTrip(vectorOf({ type, valueOffsets, child, length: 3 } as never))).toEqual([[1], [], [2, 3]]);
  });

  test('writeArrow does not write the entries of null fixed-size lists', async () => {
    const type = new FixedSizeList(2, new Field('item', new Int32(), false));
    const child = makeData({ type: new Int32(), data: Int32Array.of(1, 2, 9, 9, 5, 6) });
    const vector = vectorOf({ type, child, length: 3, nullCount: 1, nullBitmap: Uint8Array.of(5) } as never);
    expect(await roundTrip(vector)).toEqual([[1, 2], null, [5, 6]]);
    expect(await roundTrip(vector.slice(1))).toEqual([null, [5, 6]]);
  });

  test('writeArrow ignores the values of required fields in a null struct', async () => {
    const type = new Struct([new Field('a', new DateMillisecond(), false)]);
    // The field of the null struct contains an invalid date, which must be ignored.
    const child = makeData({ type: new DateMillisecond(), data: BigInt64Array.of(86_400_000n, 5n) });
    const vector = vectorOf({
      type,
      length: 2,
      nullCount: 1,
      nullBitmap: Uint8Array.of(1),
      children: [child],
    } as never);
    expect(await roundTrip(vector)).toEqual([{ a: 86_400_000 }, null]);
  });

  test('writeArrow converts times and timestamps in seconds, dates in milliseconds, and intervals', async () => {
    expect(await roundTrip(vectorOf({ type: new TimeSecond(), data: Int32Array.of(0, 86_399) } as never))).toEqual([
      0, 86_399_000,
    ]);
    const seconds = BigInt64Array.of(-1n, 2n ** 33n);
    expect(await roundTrip(vectorOf({ type: new TimestampSecond(), data: seconds } as never))).toEqual([
      -1000,
      1000 * 2 ** 33,
    ]);
    const days = BigInt64Array.of(-86_400_000n, 0n, 86_400_000n * 20_000n);
    expect(await roundTrip(vectorOf({ type: new DateMillisecond(), data: days } as never))).toEqual([
      -86_400_000,
      0,
      86_400_000 * 20_000,
    ]);
    const interval = async (type: DataType, data: Int32Array): Promise<unknown> =>
      (await roundTrip(vectorOf({ type, data } as never))).map((value) => [...(value as Int32Array)]);
    expect(await interval(new IntervalYearMonth(), Int32Array.of(14))).toEqual([[14, 0, 0, 0]]);
    expect(await interval(new IntervalDayTime(), Int32Array.of(3, 5))).toEqual([[0, 3, 5_000_000, 0]]);
    expect(await interval(new IntervalMonthDayNano(), Int32Array.of(1, 2, 3_000_000, 0))).toEqual([
      [1, 2, 3_000_000, 0],
    ]);
  });

  test.each<readonly [string, DataType, ArrayLike<number | bigint>, string, string]>([
    [
      'a time of day in a date',
      new DateMillisecond(),
      BigInt64Array.of(0n, 5n),
      'INVALID_ARGUMENT',
      '5 milliseconds are not a whole number of days',
    ],
    ['seconds beyond 32 bits', new TimeSecond(), Int32Array.of(0, 2 ** 30), 'LIMIT', '1073741824 seconds'],
    [
      'seconds beyond 64 bits',
      new TimestampSecond(),
      BigInt64Array.of(0n, 2n ** 62n),
      'LIMIT',
      'seconds, converted to milliseconds, exceed 64 bits',
    ],
    ['a negative interval', new IntervalYearMonth(), Int32Array.of(0, -1), 'LIMIT', '-1 months'],
    [
      'nanoseconds in an interval',
      new IntervalMonthDayNano(),
      Int32Array.of(0, 0, 0, 0, 0, 0, 5, 0),
      'LIMIT',
      '0.000005 milliseconds',
    ],
    [
      'a decimal with too many digits',
      new Decimal(0, 9, 128),
      Uint32Array.of(1, 0, 0, 0, 0, 1, 0, 0),
      'LIMIT',
      'has more digits than the precision',
    ],
  ])('%s', async (_, type, data, code, reason) => {
    const error = await errorOf(() => roundTrip(vectorOf({ type, data } as never)));
    expect([error.code, error.at.column]).toEqual([code, 'c']);
    expect(error.reason).toMatch(/^record batch 0: row 1: /);
    expect(error.reason).toContain(reason);
  });

  test('writeArrow writes decimals of every width to every physical type', async () => {
    const numbers = [0n, 1n, -1n, 99_999n, -99_999n];
    for (const bitWidth of [32, 64, 128, 256]) {
      const words = bitWidth / 32;
      const data = Uint32Array.from({ length: numbers.length * words }, (_, i) =>
        Number(((numbers[Math.floor(i / words)] as bigint) >> BigInt(32 * (i % words))) & 0xffff_ffffn),
      );
      const table = new Table({ c: vectorOf({ type: new Decimal(0, 5, bitWidth), data } as never) });
      for (const physicalType of ['INT32', 'INT64', 'FIXED_LEN_BYTE_ARRAY', 'BYTE_ARRAY'] as const) {
        const back = await write(defineSchema({ c: { type: 'DECIMAL', precision: 5, physicalType } }), table);
        expect([...(back.getChild('c') ?? [])].map(String)).toEqual(numbers.map(String));
      }
    }
  });
});
