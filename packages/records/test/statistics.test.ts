import { createLimits, isParquetError } from '@marquetry/core';
import { bytesSource, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { readPageStatistics, readStatistics } from '@marquetry/records/statistics';
import { defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { standardEncodings as encodings } from '@marquetry/test-support/standard.js';
import { beforeAll, describe, expect, test } from 'vitest';

let bytes: Uint8Array;
let file: ParquetFile;

beforeAll(async () => {
  const sink = memorySink();
  const schema = defineSchema({
    id: 'INT64',
    day: 'DATE',
    at: { type: 'TIMESTAMP', unit: 'MICROS' },
    price: { type: 'DECIMAL', precision: 9, scale: 2 },
    big: 'UINT64',
    x: { type: 'DOUBLE', optional: true },
    name: { type: 'STRING', optional: true },
    flag: 'BOOLEAN',
    raw: 'BYTE_ARRAY',
  });
  const writer = createFileWriter(sink, { schema, encodings, pageRows: 2, columns: { name: { boundBytes: 4 } } });
  await writer.write({
    id: BigInt64Array.of(5n, -3n, 7n, 9n),
    day: Int32Array.of(0, 18_292, 1, 2),
    at: BigInt64Array.of(0n, 1_000_001n, 5n, 6n),
    price: Int32Array.of(150, -5, 0, 1),
    big: BigUint64Array.of(2n ** 64n - 1n, 1n, 2n, 3n),
    x: [1.5, null, Number.NaN, -2],
    name: ['Zürich und mehr', 'abc', null, null],
    flag: [true, false, true, true],
    raw: [Uint8Array.of(1, 2), Uint8Array.of(0), Uint8Array.of(255), Uint8Array.of(3)],
  });
  await writer.finish();
  bytes = sink.bytes;
  file = await openFile(bytesSource(bytes), { encodings });
});

const boundsOf = (column: string, values?: 'plain' | 'lossless' | 'json'): unknown[] => {
  const found = readStatistics(file, { rowGroup: 0, column }, values === undefined ? {} : { values });
  return [found?.min, found?.max];
};

describe('statistics of a chunk', () => {
  test.each([
    ['id', -3n, 9n],
    ['day', new Date('1970-01-01'), new Date('2020-01-31')],
    ['at', new Date(0), new Date(1000)],
    ['price', '-0.05', '1.50'],
    ['big', 1n, 2n ** 64n - 1n],
    ['x', -2, 1.5],
    ['flag', false, true],
    ['raw', Uint8Array.of(0), Uint8Array.of(255)],
  ])('statistics of %s are plain values by default', (column, min, max) => {
    expect(boundsOf(column)).toEqual([min, max]);
  });

  test.each([
    ['day', 0, 18_292],
    ['at', 0n, 1_000_001n],
  ])("statistics of %s are lossless with values: 'lossless'", (column, min, max) => {
    expect(boundsOf(column, 'lossless')).toEqual([min, max]);
  });

  test.each([
    ['id', '-3', '9'],
    ['day', '1970-01-01', '2020-01-31'],
    ['at', '1970-01-01T00:00:00.000000Z', '1970-01-01T00:00:01.000001Z'],
    ['raw', 'AA==', '/w=='],
  ])("statistics of %s are safe for JSON with values: 'json'", (column, min, max) => {
    expect(boundsOf(column, 'json')).toEqual([min, max]);
  });

  test('statistics of a chunk include the null count, and whether each bound is exact', () => {
    const found = readStatistics(file, { rowGroup: 0, column: 'name' });
    expect(found).toMatchObject({
      nullCount: 2,
      ignored: undefined,
      min: 'Zür',
      isMinExact: false,
      max: 'abc',
      isMaxExact: true,
    });
  });

  test('statistics are undefined in a file that was opened without statistics', async () => {
    const without = await openFile(bytesSource(bytes), { encodings, statistics: false });
    expect(readStatistics(without, { rowGroup: 0, column: 'id' })).toBeUndefined();
  });

  test.each([
    ['an unknown order', { columnOrders: Array(9).fill({ kind: 'unknown' }) }, 'an unknown column order'],
    [
      'text without a column order, from an unnamed writer',
      { columnOrders: undefined, createdBy: undefined },
      'does not state the order of the bounds',
    ],
  ])('statistics are omitted, with a reason, for %s', (_, changes, reason) => {
    const changed = { ...file, metadata: { ...file.metadata, ...changes } } as ParquetFile;
    const found = readStatistics(changed, { rowGroup: 0, column: 'name' });
    expect([found?.min, found?.max, found?.nullCount]).toEqual([undefined, undefined, 2]);
    expect(found?.ignored).toContain(reason);
  });

  test('statistics omit impossible counts, bounds of the wrong length, and a minimum above the maximum', () => {
    const chunkWith = (statistics: object): ParquetFile => ({
      ...file,
      chunk: (address) => {
        const chunk = file.chunk(address);
        return { ...chunk, metaData: { ...chunk.metaData, statistics } };
      },
    });
    const found = (statistics: object): unknown => readStatistics(chunkWith(statistics), { rowGroup: 0, column: 'id' });
    expect(found({ nullCount: -1, distinctCount: 5 })).toMatchObject({
      nullCount: undefined,
      distinctCount: undefined,
    });
    const value = new Uint8Array(8);
    expect(found({ minValue: value, maxValue: new Uint8Array(3) })).toMatchObject({
      min: undefined,
      max: undefined,
      ignored: 'the maximum has 3 bytes, a length that the column type does not allow',
    });
    expect(found({ minValue: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), maxValue: value })).toMatchObject({
      min: undefined,
      ignored: 'the minimum is above the maximum',
    });
  });

  test('a bound that is truncated inside a character is returned as bytes, or as text in the form `json`', () => {
    const cut: ParquetFile = {
      ...file,
      chunk: (address) => {
        const chunk = file.chunk(address);
        const statistics = { minValue: Uint8Array.of(0x5a, 0xc3), isMinValueExact: false };
        return { ...chunk, metaData: { ...chunk.metaData, statistics } };
      },
    };
    const address = { rowGroup: 0, column: 'name' };
    expect(readStatistics(cut, address)).toMatchObject({
      min: Uint8Array.of(0x5a, 0xc3),
      isMinExact: false,
      max: undefined,
    });
    expect(readStatistics(cut, address, { values: 'json' })?.min).toBe('WsM=');
  });

  test('reading statistics throws an error for unknown columns, forms and options', async () => {
    const refused = (column: string, options: object): Promise<{ code: string }> =>
      errorOf(async () => readStatistics(file, { rowGroup: 0, column }, options));
    expect((await refused('none', {})).code).toBe('INVALID_ARGUMENT');
    expect((await refused('id', { values: 'none' })).code).toBe('INVALID_ARGUMENT');
    expect((await refused('id', { value: 'plain' })).code).toBe('INVALID_ARGUMENT');
  });
});

describe('statistics of pages', () => {
  test('statistics of pages describe each page and its rows', async () => {
    const pages = await readPageStatistics(file, { rowGroup: 0, column: 'id' });
    expect(
      pages?.map(({ min, max, firstRow, rowCount, nullCount }) => [min, max, firstRow, rowCount, nullCount]),
    ).toEqual([
      [-3n, 5n, 0, 2, 0],
      [7n, 9n, 2, 2, 0],
    ]);
  });

  test('statistics of a page of nulls have neither bounds nor a reason in `ignored`', async () => {
    const pages = await readPageStatistics(file, { rowGroup: 0, column: 'name' });
    expect(pages?.[1]).toMatchObject({
      isNullPage: true,
      nullCount: 2,
      min: undefined,
      max: undefined,
      ignored: undefined,
    });
  });

  test('statistics of pages are undefined if the chunk has no column index', async () => {
    const without = { ...file, columnIndex: async () => undefined } as ParquetFile;
    expect(await readPageStatistics(without, { rowGroup: 0, column: 'id' })).toBeUndefined();
  });

  test('reading statistics of pages throws CORRUPT if the indexes describe different pages', async () => {
    const broken: ParquetFile = {
      ...file,
      offsetIndex: async (address) => {
        const index = await file.offsetIndex(address);
        return { ...index, pageLocations: index?.pageLocations.slice(1) ?? [] };
      },
    };
    const error = await errorOf(() => readPageStatistics(broken, { rowGroup: 0, column: 'id' }));
    expect([error.code, error.reason]).toEqual(['CORRUPT', 'the column index has 2 pages, but the offset index has 1']);
  });

  test('reading statistics of pages throws LIMIT above `limits.resultBytes`', async () => {
    const small = await openFile(bytesSource(bytes), { encodings, limits: createLimits({ resultBytes: 300 }) });
    const error = await errorOf(() => readPageStatistics(small, { rowGroup: 0, column: 'id' }));
    expect([isParquetError(error), error.code]).toEqual([true, 'LIMIT']);
  });
});
