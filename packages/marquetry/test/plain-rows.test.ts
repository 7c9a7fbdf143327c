/** Tests that all functions that return rows return plain values by default, and that such rows can be written. */
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createParquetWriter,
  defineSchema,
  type FieldDefinition,
  memorySink,
  openDataset,
  openParquet,
  type Row,
  readParquet,
  writeParquet,
} from 'marquetry';
import { describe, expect, test } from 'vitest';

async function written(rows: readonly object[], definition: FieldDefinition): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema: defineSchema({ v: definition }) });
  return sink.bytes;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const day = new Date('2020-01-31');

test('every call that returns rows returns DATE values as Dates unless an option selects another form', async () => {
  const bytes = await written([{ v: 18_292 }], 'DATE');
  const plain = [{ v: day }];
  const lossless = { values: 'lossless' } as const;
  const ordered = { orderBy: 'v', limit: 1 } as const;
  const file = await openParquet(bytes);
  const dataset = await openDataset([bytes]);

  expect(await readParquet(bytes)).toEqual(plain);
  expect(await readParquet(bytes, ordered)).toEqual(plain);
  expect(await readParquet(bytes, lossless)).toEqual([{ v: 18_292 }]);
  expect(await readParquet(bytes, { ...lossless, ...ordered })).toEqual([{ v: 18_292 }]);
  for (const source of [file, dataset]) {
    expect(await collect(source.rows())).toEqual(plain);
    expect(await collect(source.rows(ordered))).toEqual(plain);
    expect((await collect(source.rowBatches())).flat()).toEqual(plain);
    expect(await collect(source.rows(lossless))).toEqual([{ v: 18_292 }]);
    expect(await collect(source.rows({ ...lossless, ...ordered }))).toEqual([{ v: 18_292 }]);
    expect((await collect(source.rowBatches(lossless))).flat()).toEqual([{ v: 18_292 }]);
  }
});

const at = new Date('2020-01-31T12:34:56.789Z');
const bytes = Uint8Array.of(0, 1, 255);
const local = { isAdjustedToUTC: false } as const;

/** Field types, each with a value as it is in plain rows. */
const plainValues: readonly (readonly [FieldDefinition, unknown])[] = [
  ['BOOLEAN', true],
  ['INT32', -7],
  ['INT8', -128],
  ['UINT8', 255],
  ['INT16', -7],
  ['UINT16', 7],
  ['UINT32', 2 ** 32 - 1],
  ['INT64', 2n ** 60n],
  ['UINT64', 2n ** 64n - 1n],
  ['INT96', at],
  ['FLOAT', 0.5],
  ['DOUBLE', Number.NaN],
  ['FLOAT16', -0.25],
  ['BYTE_ARRAY', bytes],
  [{ type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 3 }, bytes],
  ['BSON', bytes],
  ['GEOMETRY', bytes],
  ['GEOGRAPHY', bytes],
  ['STRING', 'é'],
  ['ENUM', 'RED'],
  ['JSON', '{}'],
  ['UUID', '00112233-4455-6677-8899-aabbccddeeff'],
  [{ type: 'DECIMAL', precision: 9, scale: 2 }, '-1.50'],
  [{ type: 'DECIMAL', precision: 18, scale: 9 }, '0.000000001'],
  [{ type: 'DECIMAL', precision: 38, scale: 0 }, '-99999999999999999999999999999999999999'],
  [{ type: 'DECIMAL', precision: 5, scale: 2, physicalType: 'BYTE_ARRAY' }, '0.10'],
  ['DATE', day],
  [{ type: 'TIME', unit: 'MILLIS' }, '12:34:56.789Z'],
  [{ type: 'TIME', unit: 'MICROS' }, '12:34:56.789012Z'],
  [{ type: 'TIME', unit: 'NANOS', ...local }, '12:34:56.789012345'],
  [{ type: 'TIMESTAMP', unit: 'MILLIS' }, at],
  [{ type: 'TIMESTAMP', unit: 'MICROS' }, at],
  [{ type: 'TIMESTAMP', unit: 'NANOS' }, at],
  [{ type: 'TIMESTAMP', unit: 'MILLIS', ...local }, at],
  [{ type: 'TIMESTAMP', unit: 'MICROS', ...local }, at],
  [{ type: 'TIMESTAMP', unit: 'NANOS', ...local }, at],
  ['INTERVAL', { months: 1, days: 2, milliseconds: 3 }],
  [{ type: 'VARIANT' }, { a: [1, 2n, 'x', null], day, bytes }],
  [{ list: 'DATE' }, [day, day]],
  [{ type: 'DATE', repeated: true }, [day]],
  [
    { map: ['STRING', { type: 'TIMESTAMP', optional: true }] },
    new Map([
      ['a', at],
      ['b', null],
    ]),
  ],
  [{ map: ['DATE', { map: ['INT64', 'TIME'] }] }, new Map([[day, new Map([[1n, '00:00:00.000001Z']])]])],
  [{ fields: { day: 'DATE' } }, { day }],
];

test.each(plainValues)('a plain value of type %j is written and read back unchanged', async (definition, value) => {
  const named = typeof definition === 'string' ? { type: definition } : definition;
  const optional: FieldDefinition = 'repeated' in named ? named : ({ ...named, optional: true } as FieldDefinition);
  const rows: Row[] = [{ v: value }, { v: 'repeated' in named ? [] : null }, { v: value }];
  const first = await written(rows, optional);
  expect(await readParquet(first)).toEqual(rows);

  const again = memorySink();
  const { schema } = await openParquet(first);
  await writeParquet(again, await readParquet(first), { schema });
  expect(await readParquet(again.bytes, { values: 'lossless' })).toEqual(
    await readParquet(first, { values: 'lossless' }),
  );
});

test('a column of type UNKNOWN is null in all rows', async () => {
  expect(await readParquet(await written([{ v: null }], { type: 'UNKNOWN', optional: true }))).toEqual([{ v: null }]);
});

describe('a value that Date cannot represent', () => {
  const lastDay = 100_000_000;
  const lastMillis = 8_640_000_000_000_000n;
  const ranges: readonly (readonly [FieldDefinition, bigint, bigint])[] = [
    ['DATE', BigInt(-lastDay), BigInt(lastDay)],
    [{ type: 'TIMESTAMP', unit: 'MILLIS' }, -lastMillis, lastMillis],
    [{ type: 'TIMESTAMP', unit: 'MICROS' }, -lastMillis * 1000n, lastMillis * 1000n + 999n],
    [{ type: 'TIMESTAMP', unit: 'MICROS', ...local }, -lastMillis * 1000n, lastMillis * 1000n + 999n],
    ['INT96', -lastMillis * 1_000_000n, lastMillis * 1_000_000n + 999_999n],
  ];

  test.each(ranges)(
    'reading a value of %j that Date cannot represent throws LIMIT, and the error names the column and the form to use instead',
    async (type, least, greatest) => {
      expect(await readParquet(await written([{ v: least }, { v: greatest }], type))).toEqual([
        { v: new Date(-8.64e15) },
        { v: new Date(8.64e15) },
      ]);
      for (const value of [least - 1n, greatest + 1n]) {
        const beyond = await written([{ v: value }], type);
        const error = await errorOf(() => readParquet(beyond));
        expect(error).toMatchObject({ code: 'LIMIT', at: { column: 'v' } });
        expect(error.message).toContain("values: 'lossless'");
        expect(await readParquet(beyond, { values: 'lossless' })).toEqual([
          { v: type === 'DATE' ? Number(value) : value },
        ]);
      }
    },
  );

  test.each<[FieldDefinition, bigint, bigint]>([
    ['DATE', -(2n ** 31n), 2n ** 31n - 1n],
    ['TIMESTAMP', -(2n ** 63n), 2n ** 63n - 1n],
    ['INT96', -(2n ** 31n + 2_440_588n) * 86_400_000_000_000n, (2n ** 31n - 2_440_588n) * 86_400_000_000_000n - 1n],
  ])('the least and the greatest %s do not fit in a Date and throw LIMIT', async (type, least, greatest) => {
    for (const v of [least, greatest]) {
      const bytes = await written([{ v }], type);
      expect(await errorOf(() => readParquet(bytes))).toMatchObject({ code: 'LIMIT', at: { column: 'v' } });
    }
  });

  test('a value that Date cannot represent does not affect nulls or rows with other values of the same dictionary', async () => {
    const beyond = 2 ** 31 - 1;
    const rows = [{ v: beyond }, ...Array.from({ length: 40 }, (_, i) => ({ v: i % 3 === 0 ? null : 18_292 }))];
    const sink = memorySink();
    const schema = defineSchema({ v: { type: 'DATE', optional: true } });
    const columns = { v: { encoding: 'RLE_DICTIONARY' } } as const;
    const writer = await createParquetWriter(sink, { schema, columns });
    await writer.writeRows(rows);
    await writer.finish();
    const read = await readParquet(sink.bytes, { offset: 1 });
    expect(read).toEqual(rows.slice(1).map(({ v }) => ({ v: v === null ? null : day })));
    expect(await readParquet(sink.bytes, { offset: 1, limit: 1 })).toEqual([{ v: null }]);
    expect(await errorOf(() => readParquet(sink.bytes))).toMatchObject({ code: 'LIMIT', at: { column: 'v' } });
  });
});
