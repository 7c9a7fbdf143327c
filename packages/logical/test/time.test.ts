import {
  dateText,
  floorDivide,
  int96Days,
  int96Nanos,
  parseDate,
  parseTime,
  parseTimestamp,
  writeInt96,
} from '@marquetry/logical';
import { hex } from '@marquetry/test-support/hex.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Generates days within the range of a JavaScript Date. */
const day = fc.integer({ min: -100_000_000, max: 100_000_000 });

describe('parsing and formatting dates', () => {
  test('dateText and parseDate agree with the JavaScript Date class', () => {
    fc.assert(
      fc.property(day, (days) => {
        const [text] = new Date(days * 86_400_000).toISOString().split('T');
        expect(dateText(days)).toBe(text);
        expect(parseDate(dateText(days))).toBe(days);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    [0, '1970-01-01'],
    [-1, '1969-12-31'],
    [11_016, '2000-02-29'],
    [-719_528, '0000-01-01'],
    [-719_529, '-000001-12-31'],
    [2_932_896, '9999-12-31'],
    [2_932_897, '+010000-01-01'],
    [2_147_483_647, '+5881580-07-11'],
    [-2_147_483_648, '-5877641-06-23'],
  ])('day %d after 1970-01-01 is the date %s', (days, text) => {
    expect(dateText(days)).toBe(text);
    expect(parseDate(text)).toBe(days);
  });

  test.each([
    '1900-02-29',
    '2023-02-29',
    '2020-02-30',
    '2020-04-31',
    '2020-06-31',
    '2020-09-31',
    '2020-11-31',
    '2020-13-01',
    '2020-00-01',
    '2020-01-00',
    '2020-01-32',
    '2020-1-1',
    '20-01-01',
    '2020-01-01T',
    ' 2020-01-01',
    '+2020-01-01',
    '',
  ])('parseDate rejects the text %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test.each(['2000-02-29', '2020-02-29', '2020-01-31', '2020-03-31', '2020-04-30', '2020-12-31'])(
    'parseDate accepts the text %s',
    (text) => {
      expect(dateText(parseDate(text)!)).toBe(text);
    },
  );
});

describe('parsing times of day', () => {
  test.each([
    ['00:00', 'MILLIS', 0n],
    ['12:34', 'MILLIS', 45_240_000n],
    ['12:34:56', 'MILLIS', 45_296_000n],
    ['23:59:59.999', 'MILLIS', 86_399_999n],
    ['12:34:56.789012', 'MICROS', 45_296_789_012n],
    ['12:34:56.5', 'NANOS', 45_296_500_000_000n],
    ['12:34:56.789000000000', 'MILLIS', 45_296_789n],
  ] as const)('the time of day %s, in units of %s, is %d', (text, unit, count) => {
    expect(parseTime(text, unit)).toEqual({ count, isExact: true });
  });

  test('a time of day that is finer than the unit is truncated, and the result is marked as inexact', () => {
    expect(parseTime('00:00:00.0019', 'MILLIS')).toEqual({ count: 1n, isExact: false });
    expect(parseTime('00:00:00.0000000001', 'NANOS')).toEqual({ count: 0n, isExact: false });
  });

  test.each(['24:00', '12:60', '12:34:60', '1:00', '12', '12:34:56.', '-12:00', '12:34:56,5', ''])(
    'parseTime rejects the text %j',
    (text) => {
      expect(parseTime(text, 'NANOS')).toBeUndefined();
    },
  );
});

test('dateText agrees with the JavaScript Date class on the days around the start of four months in each of 400 years', () => {
  const dayMillis = 86_400_000;
  for (let year = 1800; year < 2200; year++) {
    for (const month of [0, 1, 2, 11]) {
      const first = Date.UTC(year, month, 1) / dayMillis;
      for (const days of [first - 1, first]) {
        expect([days, dateText(days)]).toEqual([days, new Date(days * dayMillis).toISOString().slice(0, 10)]);
      }
    }
  }
});

describe('parsing timestamps', () => {
  test('parseTimestamp agrees with the JavaScript Date class', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (millis) => {
        const text = new Date(millis).toISOString();
        expect(parseTimestamp(text, 'MILLIS', true)).toEqual({ count: BigInt(millis), isExact: true });
        expect(parseTimestamp(text.slice(0, -1), 'MICROS', false)?.count).toBe(BigInt(millis) * 1000n);
      }),
    );
  });

  test.each([
    ['1970-01-01T00:00:00+01:00', -3_600_000n],
    ['1970-01-01T00:00:00-01:30', 5_400_000n],
    ['1970-01-01T23:59:59+23:59', 59_000n],
    ['1970-01-01 00:00Z', 0n],
    ['1969-12-31T23:59:59.999Z', -1n],
  ])('the timestamp %s is %d milliseconds after 1970-01-01T00:00Z', (text, count) => {
    expect(parseTimestamp(text, 'MILLIS', true)).toEqual({ count, isExact: true });
  });

  test('a timestamp that is finer than the unit is rounded towards the past', () => {
    expect(parseTimestamp('1969-12-31T23:59:59.9995Z', 'MILLIS', true)).toEqual({ count: -1n, isExact: false });
  });

  test('the text of a UTC timestamp must have a time zone, and the text of a local timestamp must not', () => {
    expect(parseTimestamp('2020-01-01T00:00:00', 'MILLIS', true)).toBeUndefined();
    expect(parseTimestamp('2020-01-01T00:00:00Z', 'MILLIS', false)).toBeUndefined();
  });

  test.each([
    '2020-01-01',
    '2020-01-01T',
    '2020-01-01T24:00Z',
    '2020-02-30T00:00Z',
    '2020-01-01T00:00+24:00',
    '2020-01-01T00:00+00:60',
    'T00:00Z',
    ' 2020-01-01T00:00Z',
    'T2020-01-01T00:00Z',
    '2020-01-01T00:00Zulu',
    '2020-01-01T00:00+01:00Z',
    '',
  ])('parseTimestamp rejects the text %j', (text) => {
    expect(parseTimestamp(text, 'MILLIS', true)).toBeUndefined();
  });
});

describe('reading and writing INT96 timestamps', () => {
  const nanosOf = (bytes: Uint8Array): bigint => int96Nanos(new DataView(bytes.buffer, bytes.byteOffset), 0);

  test.each([
    ['2000-01-01, Julian day 2451545, and 1,999 ns', 'cf07000000000000 59682500', 946_684_800_000_001_999n],
    ['1970-01-01', '0000000000000000 8c3d2500', 0n],
    ['negative nanoseconds belong to the day before', 'ffffffffffffffff 8c3d2500', -1n],
    ['nanoseconds beyond a day belong to the next day', '0000a6d1589d0000 8c3d2500', 173_004_800_000_000n],
    ['the earliest day', '0000000000000000 00000080', -(2n ** 31n + 2_440_588n) * 86_400_000_000_000n],
  ])('INT96 is converted to nanoseconds: %s', (_, bytes, nanos) => {
    expect(nanosOf(hex(bytes.replace(' ', '')))).toBe(nanos);
  });

  test('INT96 timestamps survive a round trip, and are written with less than a day of nanoseconds', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (nanos) => {
        const bytes = new Uint8Array(14).fill(0xaa);
        const view = new DataView(bytes.buffer);
        expect(writeInt96(nanos, view, 1)).toBe(true);
        expect(int96Nanos(view, 1)).toBe(nanos);
        expect(int96Days(view, 1)).toBe(Number(floorDivide(nanos, 86_400_000_000_000n)));
        expect(view.getBigInt64(1, true) >= 0n && view.getBigInt64(1, true) < 86_400_000_000_000n).toBe(true);
        expect([bytes[0], bytes[13]]).toEqual([0xaa, 0xaa]);
      }),
    );
  });

  test('a timestamp whose Julian day exceeds the 32 bits of INT96 is rejected, and nothing is written', () => {
    const day = 86_400_000_000_000n;
    const [first, end] = [(-(2n ** 31n) - 2_440_588n) * day, (2n ** 31n - 2_440_588n) * day];
    const write = (nanos: bigint): boolean => writeInt96(nanos, new DataView(new ArrayBuffer(12)), 0);
    expect([write(first), write(first - 1n), write(end - 1n), write(end)]).toEqual([true, false, true, false]);
    const view = new DataView(new ArrayBuffer(12));
    writeInt96(end, view, 0);
    expect(new Uint8Array(view.buffer)).toEqual(new Uint8Array(12));
  });
});

test.each([
  [7n, 2n, 3n],
  [-7n, 2n, -4n],
  [-8n, 2n, -4n],
  [0n, 5n, 0n],
  [-1n, 1000n, -1n],
])('dividing %d by %d with rounding towards minus infinity gives %d', (value, divisor, quotient) => {
  expect(floorDivide(value, divisor)).toBe(quotient);
});
