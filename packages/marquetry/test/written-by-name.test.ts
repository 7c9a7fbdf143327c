import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CodecId, EncodingId } from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
import { createParquetWriter, defineSchema, memorySink, openParquet, type Schema, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-names-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function rowsIn(input: Parameters<typeof openParquet>[0], options = {}): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of (await openParquet(input)).rows(options)) rows.push(row);
  return rows;
}

const rows = [
  { id: 1n, city: 'Lima' },
  { id: 2n, city: null },
];

describe('codecs and encodings by name', () => {
  test('codecs and encodings may be given by their names in the Parquet format', async () => {
    const sink = memorySink();
    const schema = { id: 'INT64', city: { type: 'STRING', optional: true } } as const;
    const columns = { id: { encoding: 'DELTA_BINARY_PACKED', codec: 'GZIP' } } as const;
    const { rowGroups } = await writeParquet(sink, rows, { schema, codec: 'LZ4_RAW', dictionary: false, columns });
    const [id, city] = rowGroups[0]?.columns.map(({ metaData }) => metaData) ?? [];
    expect([id?.codec, city?.codec]).toEqual([CodecId.GZIP, CodecId.LZ4_RAW]);
    expect(id?.encodings).toContain(EncodingId.DELTA_BINARY_PACKED);
    expect(await rowsIn(sink.bytes)).toEqual(rows);
  });

  test.each([
    [{ codec: 'SNAPY' }, 'unknown codec SNAPY: did you mean SNAPPY?'],
    [{ codec: 'toString' }, 'unknown codec toString: use one of UNCOMPRESSED, SNAPPY'],
    [{ encoding: 'DELTA_BYTE_ARAY' }, 'unknown encoding DELTA_BYTE_ARAY: did you mean DELTA_BYTE_ARRAY?'],
  ])('the codec or encoding name %j throws INVALID_ARGUMENT', async (options, reason) => {
    const error = await errorOf(() => writeParquet(memorySink(), rows, options as never));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(reason)]);
  });
});

describe('a plain object as schema', () => {
  test('a schema can be a plain object of the form that defineSchema accepts', async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema: { root: 'INT32', leaves: { list: 'STRING' } } });
    expect(writer.schema.leaves).toEqual(defineSchema({ root: 'INT32', leaves: { list: 'STRING' } }).leaves);
    await writer.writeRows([{ root: 1, leaves: ['a'] }]);
    await writer.finish();
    expect(await rowsIn(sink.bytes)).toEqual([{ root: 1, leaves: ['a'] }]);
  });

  test.each([5, null, 'INT32'])('createParquetWriter throws INVALID_ARGUMENT for the schema %j', async (schema) => {
    const error = await errorOf(() => createParquetWriter(memorySink(), { schema: schema as never }));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('`schema` must be')]);
  });
});

describe('typed arrays without a schema', () => {
  test('typed arrays without a schema determine the types of their columns', async () => {
    const sink = memorySink();
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 } as const;
    const columns = {
      ...{ a: Int8Array.of(-1, 0, 1), b: Uint32Array.of(0, 2 ** 31, 2 ** 32 - 1), c: BigInt64Array.of(1n, 2n, 3n) },
      ...{
        d: Float32Array.of(0.5, 1, 2),
        e: { values: Float64Array.of(1.5, 2.5), nulls },
        f: Uint8Array.of(1, 2, 255),
      },
    };
    await writeParquet(sink, columns);
    const file = await openParquet(sink.bytes);
    expect(file.schema.leaves.map(({ repetition }) => repetition)).toEqual([
      ...['required', 'required', 'required', 'required', 'optional', 'required'],
    ]);
    expect(await rowsIn(sink.bytes)).toEqual([
      { a: -1, b: 0, c: 1n, d: 0.5, e: 1.5, f: 1 },
      { a: 0, b: 2 ** 31, c: 2n, d: 1, e: null, f: 2 },
      { a: 1, b: 2 ** 32 - 1, c: 3n, d: 2, e: 2.5, f: 255 },
    ]);
  });

  test.each([[{ a: ['x'] }], [{ a: 5 }], [{ a: null }], [{ 'a.b': Int32Array.of(1) }]])(
    '%j needs a schema',
    async (columns) => {
      const error = await errorOf(() => writeParquet(memorySink(), columns as never));
      expect([error.code, error.reason]).toEqual([
        'INVALID_ARGUMENT',
        expect.stringContaining('pass a schema, or rows'),
      ]);
    },
  );
});

describe('cast', () => {
  const schema = defineSchema({
    ok: { type: 'BOOLEAN', optional: true },
    small: { type: 'INT8', optional: true },
    large: { type: 'INT64', optional: true },
    price: { type: 'DECIMAL', precision: 9, scale: 2, optional: true },
    ratio: { type: 'DOUBLE', optional: true },
    day: { type: 'DATE', optional: true },
    name: { type: 'STRING', optional: true },
  });
  const text = {
    ok: 'TRUE',
    small: '-7',
    large: ' +9007199254740993 ',
    price: '1.50',
    ratio: '1e3',
    day: '2024-02-29',
    name: '',
  };

  test('cast converts strings to values, and empty strings to null except in text columns', async () => {
    const sink = memorySink();
    const empty = { ok: '', small: '', large: '', price: '', ratio: '', day: '', name: 'x' };
    const mixed = { ok: false, small: 3, large: null, price: null, ratio: 'NaN', day: null, name: null };
    await writeParquet(sink, [text, empty, mixed], { schema, cast: true });
    const [first, second, third] = (await rowsIn(sink.bytes, { as: { day: 'string' } })) as Record<string, unknown>[];
    const numbers = { small: -7, large: 9007199254740993n, price: '1.50', ratio: 1000 };
    expect(first).toEqual({ ok: true, ...numbers, day: '2024-02-29', name: '' });
    expect(second).toEqual({ ok: null, small: null, large: null, price: null, ratio: null, day: null, name: 'x' });
    expect(third).toEqual({ ...mixed, ratio: Number.NaN });
  });

  test.each([
    ['small', '12.5'],
    ['small', '0x10'],
    ['ratio', 'fast'],
    ['ok', 'yes'],
    ['large', '1'.repeat(10_000)],
  ])('cast to the column %s rejects %.10j, and names row and column', async (column, value) => {
    const error = await errorOf(() =>
      writeParquet(memorySink(), [text, { ...text, [column]: value }], { schema, cast: true }),
    );
    expect([error.code, error.at.row, error.at.column]).toEqual(['INVALID_ARGUMENT', 1, column]);
    expect(error.reason.length).toBeLessThan(120);
  });

  test('cast values are checked: 300 does not fit INT8', async () => {
    const error = await errorOf(() => writeParquet(memorySink(), [{ ...text, small: '300' }], { schema, cast: true }));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'small']);
  });

  const nested = defineSchema({
    place: { fields: { lat: 'DOUBLE', zone: { type: 'INT8', optional: true }, name: 'STRING' }, optional: true },
    sizes: { list: { type: 'INT32', optional: true } },
    counts: { map: ['INT32', { type: 'INT64', optional: true }] },
    lines: { list: { fields: { price: { type: 'DECIMAL', precision: 9, scale: 2 }, paid: 'BOOLEAN' } } },
    tags: { list: 'STRING' },
  });
  const deep = {
    place: { lat: '47.6', zone: '', name: '' },
    sizes: ['1', '', null, '-3'],
    counts: { 7: '70', 8: '' },
    lines: [
      { price: '1.50', paid: 'true' },
      { price: '2.00', paid: '0' },
    ],
    tags: ['1', ''],
  };

  test('cast applies inside structs, lists and maps', async () => {
    const sink = memorySink();
    const other = {
      ...deep,
      place: null,
      sizes: new Set(['5']),
      counts: new Map([['9', 90n as unknown]]),
      lines: [],
      tags: [],
    };
    await writeParquet(sink, [deep, other], { schema: nested, cast: true });
    const [first, second] = (await rowsIn(sink.bytes)) as Record<string, unknown>[];
    expect(first).toEqual({
      place: { lat: 47.6, zone: null, name: '' },
      sizes: [1, null, null, -3],
      counts: new Map([
        [7, 70n],
        [8, null],
      ]),
      lines: [
        { price: '1.50', paid: true },
        { price: '2.00', paid: false },
      ],
      tags: ['1', ''],
    });
    expect(second).toEqual({ place: null, sizes: [5], counts: new Map([[9, 90n]]), lines: [], tags: [] });
    expect(deep.sizes[0]).toBe('1');
  });

  test.each([
    ['place.lat', { ...deep, place: { ...deep.place, lat: 'north' } }],
    ['sizes.list.element', { ...deep, sizes: ['1', '2.5'] }],
    ['counts.key_value.key', { ...deep, counts: { seven: '7' } }],
    ['lines.list.element.paid', { ...deep, lines: [{ price: '1', paid: 'maybe' }] }],
  ])('an error names the column %s if its text cannot be cast', async (column, row) => {
    const error = await errorOf(() => writeParquet(memorySink(), [deep, row], { schema: nested, cast: true }));
    expect([error.code, error.at.row, error.at.column]).toEqual(['INVALID_ARGUMENT', 1, column]);
  });

  test.each([
    ['a list', { ...deep, sizes: '1' }],
    ['a struct', { ...deep, place: 'here' }],
    ['a map', { ...deep, counts: 5 }],
  ])('if the schema requires %s, cast passes any other value to the writer, which rejects it', async (_, row) => {
    const error = await errorOf(() => writeParquet(memorySink(), [row], { schema: nested, cast: true }));
    expect(error.code).toBe('INVALID_ARGUMENT');
  });

  test('strings are not converted unless `cast` is set', async () => {
    const error = await errorOf(() => writeParquet(memorySink(), [text], { schema: schema as Schema }));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'ok']);
  });
});

describe('a Node.js Writable', () => {
  test('a Node.js Writable receives the file, and is ended', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const received = buffer(stream);
    await writeParquet(stream, rows);
    expect(await rowsIn(new Uint8Array(await received))).toEqual(rows);
    expect(stream.writableEnded).toBe(true);
  });

  test('if a Node.js Writable fails, writing throws its error', async () => {
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the pipe is closed')) });
    await expect(writeParquet(failing, rows)).rejects.toThrow('the pipe is closed');
    expect(failing.destroyed).toBe(true);
  });

  test('a Node.js Writable is destroyed when the writer is aborted', async () => {
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    const writer = await createParquetWriter(stream, { schema: { id: 'INT32' } });
    await writer.abort(new Error('enough'));
    expect([stream.destroyed, stream.writableFinished]).toEqual([true, false]);
  });
});

describe('ifExists', () => {
  test("ifExists: 'error' keeps an existing file, and leaves no other file", async () => {
    const path = join(folder, 'kept.parquet');
    writeFileSync(path, 'old');
    const error = await errorOf(() => writeParquet(path, rows, { ifExists: 'error' }));
    expect([error.code, error.reason]).toEqual([
      'INVALID_ARGUMENT',
      `${path} already exists: pass \`ifExists: 'replace'\`, or another path`,
    ]);
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['kept.parquet']]);
    await writeParquet(path, rows);
    expect(await rowsIn(path)).toEqual(rows);
    rmSync(path);
  });

  test("ifExists: 'error' keeps a file that is created while the writer runs", async () => {
    const path = join(folder, 'race.parquet');
    const writer = await createParquetWriter(path, { schema: { id: 'INT32' }, ifExists: 'error' });
    await writer.write({ id: Int32Array.of(1) });
    await writer.endRowGroup();
    writeFileSync(path, 'other');
    expect((await errorOf(() => writer.finish())).code).toBe('INVALID_ARGUMENT');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['other', ['race.parquet']]);
    rmSync(path);
  });

  test("ifExists: 'error' writes a file if none exists, and no temporary file remains", async () => {
    const path = join(folder, 'new.parquet');
    await writeParquet(path, rows, { ifExists: 'error' });
    expect(await rowsIn(path)).toEqual(rows);
    expect(readdirSync(folder)).toEqual(['new.parquet']);
    rmSync(path);
  });

  test('ifExists throws INVALID_ARGUMENT for an unknown value', async () => {
    const path = join(folder, 'word.parquet');
    const error = await errorOf(() => writeParquet(path, rows, { ifExists: 'append' as never }));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('got append')]);
    expect(existsSync(path)).toBe(false);
  });
});
