import { PhysicalType } from '@marquetry/core';
import { createJsonWriter } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed, int32s, int64s, int96, leafOf } from './columns.js';

type Values = ReturnType<typeof int32s>;
type Unit = 'MILLIS' | 'MICROS' | 'NANOS';

function json(leaf: LeafNode, values: Values): string[] {
  const write = createJsonWriter(leaf)(values);
  return Array.from({ length: values.length }, (_, i) => write(i));
}

const unquoted = (text: string): string => JSON.parse(text) as string;

const date = leafOf(PhysicalType.INT32, { logicalType: { kind: 'DATE' } });
const timestamp = (unit: Unit, isAdjustedToUTC: boolean): LeafNode =>
  leafOf(PhysicalType.INT64, { logicalType: { kind: 'TIMESTAMP', unit, isAdjustedToUTC } });
const time = (unit: Unit, isAdjustedToUTC: boolean): LeafNode =>
  leafOf(unit === 'MILLIS' ? PhysicalType.INT32 : PhysicalType.INT64, {
    logicalType: { kind: 'TIME', unit, isAdjustedToUTC },
  });

/**
 * Returns the expected text of a date, computed with Date. Dates outside the range of Date are shifted by multiples of
 * 400 years.
 */
function referenceDate(days: bigint): string {
  const era = 146_097n;
  const shift = (days < 0n ? days - era + 1n : days) / era;
  const [, year, rest] = /^([+-]?\d+)(-\d\d-\d\d)T/.exec(
    new Date(Number(days - shift * era) * 86_400_000).toISOString(),
  )!;
  const full = BigInt(year!) + shift * 400n;
  const size = String(full < 0n ? -full : full);
  const shown = full >= 0n && full <= 9999n ? size.padStart(4, '0') : (full < 0n ? '-' : '+') + size.padStart(6, '0');
  return shown + rest;
}

describe('writing DATE values', () => {
  it('DATE is written as text for days before and after 1970, leap days, five-digit years and negative years', () => {
    const days = [0, -1, 18292, 11016, 2932896, 2932897, -719162, -719529, -719528];
    expect(json(date, int32s(...days)).map(unquoted)).toEqual([
      '1970-01-01',
      '1969-12-31',
      '2020-01-31',
      '2000-02-29',
      '9999-12-31',
      '+010000-01-01',
      '0001-01-01',
      '-000001-12-31',
      '0000-01-01',
    ]);
  });

  it('DATE columns write the exact date of the smallest and largest INT32', () => {
    const texts = json(date, int32s(2 ** 31 - 1, -(2 ** 31)));
    expect(texts.map(unquoted)).toEqual(['+5881580-07-11', '-5877641-06-23']);
  });

  it('DATE is written like the date in `toISOString()`, over the whole range of Date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (days) => {
        expect(json(date, int32s(days))).toEqual([`"${referenceDate(BigInt(days))}"`]);
      }),
    );
  });
});

describe('writing TIME values', () => {
  it('TIME is written with 3, 6 or 9 digits, depending on the unit, and with Z if the column is UTC-adjusted', () => {
    expect(json(time('MILLIS', true), int32s(45_296_789))).toEqual(['"12:34:56.789Z"']);
    expect(json(time('MILLIS', false), int32s(0, 86_399_999))).toEqual(['"00:00:00.000"', '"23:59:59.999"']);
    expect(json(time('MICROS', false), int64s(45_296_000_001n))).toEqual(['"12:34:56.000001"']);
    expect(json(time('NANOS', true), int64s(86_399_999_999_999n))).toEqual(['"23:59:59.999999999Z"']);
  });

  it('TIME values that are negative or above 24 hours are written as an offset from midnight', () => {
    expect(json(time('MILLIS', false), int32s(86_400_000, -1, -(2 ** 31)))).toEqual([
      '"24:00:00.000"',
      '"-00:00:00.001"',
      '"-596:31:23.648"',
    ]);
    expect(json(time('NANOS', false), int64s(-(2n ** 63n), -1n))).toEqual([
      '"-2562047:47:16.854775808"',
      '"-00:00:00.000000001"',
    ]);
  });

  it('TIME columns that have only a converted type, such as TIME_MILLIS, are written as UTC', () => {
    expect(json(leafOf(PhysicalType.INT32, { convertedType: 7 }), int32s(1))).toEqual(['"00:00:00.001Z"']);
    expect(json(leafOf(PhysicalType.INT64, { convertedType: 10 }), int64s(1n))).toEqual([
      '"1970-01-01T00:00:00.000001Z"',
    ]);
  });
});

describe('writing TIMESTAMP values', () => {
  it('TIMESTAMP is written with 3, 6 or 9 digits, depending on the unit', () => {
    expect(json(timestamp('MILLIS', true), int64s(0n, -1n))).toEqual([
      '"1970-01-01T00:00:00.000Z"',
      '"1969-12-31T23:59:59.999Z"',
    ]);
    expect(json(timestamp('MICROS', false), int64s(1_580_428_800_000_001n))).toEqual(['"2020-01-31T00:00:00.000001"']);
    expect(json(timestamp('NANOS', false), int64s(1_580_428_800_123_456_789n))).toEqual([
      '"2020-01-31T00:00:00.123456789"',
    ]);
  });

  it('TIMESTAMP columns write the exact time of the smallest and largest INT64', () => {
    const values = int64s(2n ** 63n - 1n, -(2n ** 63n));
    expect(json(timestamp('MILLIS', true), values)).toEqual([
      '"+292278994-08-17T07:12:55.807Z"',
      '"-292275055-05-16T16:47:04.192Z"',
    ]);
    expect(json(timestamp('MICROS', true), values)).toEqual([
      '"+294247-01-10T04:00:54.775807Z"',
      '"-290308-12-21T19:59:05.224192Z"',
    ]);
    expect(json(timestamp('NANOS', true), values)).toEqual([
      '"2262-04-11T23:47:16.854775807Z"',
      '"1677-09-21T00:12:43.145224192Z"',
    ]);
  });

  it('TIMESTAMP is written exactly as BigInt arithmetic computes it, over the whole range', () => {
    const units = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;
    const value = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    fc.assert(
      fc.property(value, fc.constantFrom<Unit>('MILLIS', 'MICROS', 'NANOS'), (ticks, unit) => {
        const perDay = units[unit] * 86_400n;
        const days = (ticks < 0n ? ticks - perDay + 1n : ticks) / perDay;
        const ofDay = ticks - days * perDay;
        const clock = new Date(Number(ofDay / units[unit]) * 1000).toISOString().slice(11, 19);
        const digits = String(units[unit]).length - 1;
        const fraction = String(ofDay % units[unit]).padStart(digits, '0');
        expect(json(timestamp(unit, true), int64s(ticks))).toEqual([`"${referenceDate(days)}T${clock}.${fraction}Z"`]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('writing INT96 values', () => {
  it('INT96 is written with nine digits and without a time zone', () => {
    const values = fixed(3, int96(0n, 2_440_588), int96(45_296_000_000_001n, 2_454_892));
    expect(json(leafOf(PhysicalType.INT96), values)).toEqual([
      '"1970-01-01T00:00:00.000000000"',
      '"2009-03-01T12:34:56.000000001"',
    ]);
  });

  it('INT96 is written without loss even if it exceeds INT64 nanoseconds, or its nanoseconds lie outside a day', () => {
    const values = fixed(
      3,
      int96(0n, 2 ** 31 - 1),
      int96(-1n, 2_440_588),
      int96(86_400_000_000_000n, 2_440_588),
      int96(2n ** 63n - 1n, -(2 ** 31)),
    );
    expect(json(leafOf(PhysicalType.INT96), values)).toEqual([
      '"+5874898-06-03T00:00:00.000000000"',
      '"1969-12-31T23:59:59.999999999"',
      '"1970-01-02T00:00:00.000000000"',
      `"${referenceDate(-(2n ** 31n) - 2_440_588n + 106_751n)}T23:47:16.854775807"`,
    ]);
  });
});
