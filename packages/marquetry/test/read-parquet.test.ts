/** Tests reading a whole file in one call, and the forms of values. */
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createLimits,
  defineSchema,
  memorySink,
  type ReadParquetOptions,
  readParquet,
  type Schema,
  writeParquet,
} from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

const at = Date.UTC(2020, 0, 31, 12, 34, 56, 789);
const schema: Schema = defineSchema({
  id: 'INT64',
  large: 'UINT64',
  small: 'INT32',
  day: { type: 'DATE', optional: true },
  at: { type: 'TIMESTAMP', unit: 'MICROS' },
  local: { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: false },
  time: { type: 'TIME', unit: 'MILLIS' },
  price: { type: 'DECIMAL', precision: 9, scale: 2 },
  key: 'UUID',
  ratio: 'DOUBLE',
  isLate: 'BOOLEAN',
  bytes: 'BYTE_ARRAY',
  name: 'STRING',
  counts: { map: ['STRING', 'INT64'] },
  nested: { fields: { day: 'DATE' } },
});
const row = {
  id: 2n ** 60n,
  large: 2n ** 64n - 1n,
  small: -7,
  day: 18_292,
  at: BigInt(at) * 1000n + 123n,
  local: BigInt(at) * 1_000_000n + 123_456n,
  time: 45_296_789,
  price: '1.50',
  key: '00112233-4455-6677-8899-aabbccddeeff',
  ratio: Number.NaN,
  isLate: true,
  bytes: Uint8Array.of(1, 2, 255),
  name: 'ABE',
  counts: [['a', 2n ** 60n]],
  nested: { day: -1 },
};
let bytes: Uint8Array;
beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, [row, { ...row, day: null, ratio: 0.5 }], { schema });
  bytes = sink.bytes;
});

const first = async (options: ReadParquetOptions): Promise<unknown> =>
  (await readParquet(bytes, { limit: 1, ...options }))[0];

describe('readParquet', () => {
  test('readParquet returns all rows, with plain values by default', async () => {
    expect(await readParquet(bytes, { values: 'lossless' })).toEqual([row, { ...row, day: null, ratio: 0.5 }]);
    expect(await readParquet(bytes)).toEqual(await readParquet(bytes, { values: 'plain' }));
  });

  test('readParquet accepts options for opening and for reading', async () => {
    const options = { columns: ['small'], offset: 1, limits: createLimits({ memoryBytes: 2 ** 24 }) };
    expect(await readParquet(bytes, options)).toEqual([{ small: -7 }]);
    expect(await readParquet(bytes, { columns: ['ratio'], where: { ratio: { gt: 0 } } })).toEqual([{ ratio: 0.5 }]);
    expect(await readParquet(bytes, { columns: ['day'], orderBy: 'day', limit: 2 })).toHaveLength(2);
  });

  test('readParquet rejects an unknown option', async () => {
    const error = await errorOf(() => readParquet(bytes, { colums: ['small'] } as ReadParquetOptions));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(error.message).toContain('did you mean `columns`?');
  });

  test('readParquet throws LIMIT if the rows exceed limits.resultBytes, and the error names that limit', async () => {
    const sink = memorySink();
    await writeParquet(
      sink,
      Array.from({ length: 5000 }, (_, id) => ({ id })),
    );
    const error = await errorOf(() => readParquet(sink.bytes, { limits: createLimits({ resultBytes: 100_000 }) }));
    expect(error).toMatchObject({ code: 'LIMIT' });
    expect(error.message).toContain('resultBytes');
    expect(await readParquet(sink.bytes, { limits: createLimits({ resultBytes: 1_000_000 }) })).toHaveLength(5000);
  });
});

describe('readParquet with the `values` option', () => {
  test('plain values are Dates for dates and timestamps, text for times, UUIDs and decimals, and Maps for maps', async () => {
    expect(await first({ values: 'plain' })).toEqual({
      ...row,
      day: new Date('2020-01-31'),
      at: new Date(at),
      local: new Date(at),
      time: '12:34:56.789Z',
      counts: new Map([['a', 2n ** 60n]]),
      nested: { day: new Date('1969-12-31') },
    });
    expect((await readParquet(bytes, { values: 'plain', offset: 1 }))[0]).toMatchObject({ day: null });
  });

  test("with `values: 'json'`, values survive JSON.stringify and JSON.parse unchanged", async () => {
    const safe = await first({ values: 'json' });
    expect(JSON.parse(JSON.stringify(safe))).toEqual(safe);
    expect(safe).toEqual({
      ...row,
      id: '1152921504606846976',
      large: '18446744073709551615',
      day: '2020-01-31',
      at: '2020-01-31T12:34:56.789123Z',
      local: '2020-01-31T12:34:56.789123456',
      time: '12:34:56.789Z',
      ratio: 'NaN',
      bytes: 'AQL/',
      counts: [['a', '1152921504606846976']],
      nested: { day: '1969-12-31' },
    });
  });

  test('`as`, `asKind` and `maps` take precedence over `values`', async () => {
    const options = { as: { at: 'exact' }, asKind: { int64: 'number' }, maps: 'entries', values: 'plain' } as const;
    expect(await first(options)).toMatchObject({ id: 2 ** 60, at: row.at, day: new Date('2020-01-31') });
    expect(await first({ ...options, columns: ['counts'] })).toEqual({ counts: [['a', 2 ** 60]] });
  });

  test('values outside the range of Date throw LIMIT, and the error names the column and the option to use', async () => {
    const sink = memorySink();
    await writeParquet(sink, [{ day: 2 ** 31 - 1 }], { schema: defineSchema({ day: 'DATE' }) });
    const error = await errorOf(() => readParquet(sink.bytes));
    expect(error).toMatchObject({ code: 'LIMIT', at: { column: 'day' } });
    expect(error.message).toContain("values: 'lossless'");
    expect(await readParquet(sink.bytes, { values: 'lossless' })).toEqual([{ day: 2 ** 31 - 1 }]);
  });

  test('the `values` option must be one of four names', async () => {
    const error = await errorOf(() => first({ values: 'pretty' } as unknown as ReadParquetOptions));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(error.message).toContain("'plain', 'temporal', 'lossless', 'json'");
  });
});
