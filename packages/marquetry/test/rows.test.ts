/** Tests writing and reading whole files of rows. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileMetaData } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createParquetWriter,
  defineSchema,
  memorySink,
  openParquet,
  type Row,
  type Schema,
  writeParquet,
} from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema: Schema = defineSchema({
  id: 'INT32',
  tags: { list: { type: 'STRING', optional: true }, optional: true },
  place: { optional: true, fields: { lat: 'DOUBLE', name: { type: 'STRING', optional: true } } },
  counts: { map: ['STRING', 'INT64'] },
});
const rowOf = (id: number): Row => ({
  id,
  tags: id % 5 === 0 ? null : Array.from({ length: id % 4 }, (_, i) => (i === 1 ? null : `tag ${i}`)),
  place: id % 3 === 0 ? null : { lat: id / 2, name: id % 2 === 0 ? null : `place ${id}` },
  counts: new Map(Array.from({ length: id % 3 }, (_, i) => [`k${i}`, BigInt(id)])),
});
const rows = Array.from({ length: 1000 }, (_, id) => rowOf(id));

async function written(more: object = {}): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, rowGroupRows: 300, pageRows: 50, ...more });
  return sink.bytes;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('rows of an open file', () => {
  test('rows are read back as they were written, in batches of any size', async () => {
    const file = await openParquet(await written());
    expect(file.metadata.rowGroups.map(({ numRows }) => numRows)).toEqual([300, 300, 300, 100]);
    expect(await collect(file.rows())).toEqual(rows);
    expect(await collect(file.rows({ batchRows: 7 }))).toEqual(rows);
    expect((await collect(file.rowBatches({ batchRows: 200 }))).map(({ length }) => length)).toEqual([
      200, 100, 200, 100, 200, 100, 100,
    ]);
  });

  test('a read can select rows and columns', async () => {
    const file = await openParquet(await written());
    expect(await collect(file.rows({ offset: 295, limit: 10 }))).toEqual(rows.slice(295, 305));
    expect(await collect(file.rows({ rowGroups: [3, 0], limit: 150 }))).toEqual([
      ...rows.slice(900),
      ...rows.slice(0, 50),
    ]);
    expect(await collect(file.rows({ columns: ['place.lat', 'id'], limit: 2, offset: 3 }))).toEqual([
      { id: 3, place: null },
      { id: 4, place: { lat: 2 } },
    ]);
    expect(await collect(file.rows({ columns: ['counts.key_value.key'], limit: 1, offset: 2 }))).toEqual([
      { counts: [{ key: 'k0' }, { key: 'k1' }] },
    ]);
  });

  test('rows are returned in the forms that the `as` and `maps` options select', async () => {
    const file = await openParquet(await written());
    const read = { as: { 'counts.key_value.value': 'number' }, maps: 'object', offset: 2, limit: 1 } as const;
    expect((await collect(file.rows(read)))[0]?.['counts']).toEqual({ k0: 2, k1: 2 });
    expect(await errorOf(() => collect(file.rows({ as: { id: 'date' } })))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      at: { column: 'id' },
    });
  });

  test('reading rows stops when the signal is aborted, or when the caller leaves the loop over the rows', async () => {
    const file = await openParquet(await written());
    const stop = new AbortController();
    const read: Row[] = [];
    const reading = (async () => {
      for await (const row of file.rows({ batchRows: 10, signal: stop.signal })) {
        read.push(row);
        if (read.length === 10) stop.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(read).toEqual(rows.slice(0, 10));
    for await (const row of file.rows()) {
      expect(row).toEqual(rows[0]);
      break;
    }
  });

  test('nested columns that were read can be written unchanged', async () => {
    const file = await openParquet(await written());
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema: file.schema });
    for await (const { columns } of file.nestedBatches({ batchRows: 128 })) await writer.writeNested(columns);
    await writer.finish();
    expect(await collect((await openParquet(sink.bytes)).rows())).toEqual(rows);
  });
});

describe('writeParquet', () => {
  test('writeParquet accepts iterables and async iterables, and infers their schema', async () => {
    const given = [
      { id: 1n, tags: ['a'] },
      { id: 2n, tags: null },
    ];
    const asynchronous = (async function* () {
      yield* given;
    })();
    for (const input of [given, new Set(given), asynchronous]) {
      const sink = memorySink();
      const { numRows } = await writeParquet(sink, input);
      expect(numRows).toBe(2);
      expect(await collect((await openParquet(sink.bytes)).rows())).toEqual(given);
    }
  });

  test('writeParquet accepts typed columns', async () => {
    const sink = memorySink();
    await writeParquet(sink, { n: Int32Array.of(1, 2) }, { schema: defineSchema({ n: 'INT32' }) });
    expect(await collect((await openParquet(sink.bytes)).rows())).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await errorOf(() => writeParquet(memorySink(), null as never))).code).toBe('INVALID_ARGUMENT');
  });

  test.each([
    ['a wrong type', { ...rowOf(0), id: 'x' }, 'id'],
    ['a missing field', { tags: null, place: null, counts: [] }, 'id'],
    ['an integer out of range', { ...rowOf(0), counts: [['k', 2n ** 63n]] }, 'counts.key_value.value'],
    ['a field that is not known', { ...rowOf(0), place: { lat: 1, lon: 2 } }, 'place.lon'],
    ['half a surrogate pair', { ...rowOf(0), tags: ['\ud800'] }, 'tags.list.element'],
  ])('writeParquet leaves no file behind if a row has %s', async (_, bad, column) => {
    const path = join(folder, 'refused.parquet');
    // The invalid row comes after row groups that have already been written to disk.
    const failing = (function* () {
      yield* rows;
      for (let i = 0; i < 40_000; i++) yield rowOf(i);
      yield bad;
    })();
    const error = await errorOf(() => writeParquet(path, failing, { schema, rowGroupRows: 1000 }));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', at: { column, row: 41_000 } });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the row number in an error counts the rows of all calls to the writer', async () => {
    const numbers: Schema = defineSchema({ n: 'INT32' });
    const writer = await createParquetWriter(memorySink(), { schema: numbers });
    expect(await writer.writeRows([{ n: 1 }, { n: 2 }])).toBe(2);
    expect((await errorOf(() => writer.writeRows([{ n: 3 }, { n: 'x' }]))).at).toEqual({ column: 'n', row: 3 });
    expect((await errorOf(() => writer.finish())).code).toBe('INVALID_ARGUMENT');
  });

  test('writeParquet throws an error from the given iterable unchanged, and reads no more rows from it', async () => {
    let isOver = false;
    const failing = (async function* () {
      yield { n: 1 };
      throw new Error('the source broke');
    })();
    const path = join(folder, 'broken.parquet');
    await expect(writeParquet(path, failing, { schema: defineSchema({ n: 'INT32' }) })).rejects.toThrow(
      'the source broke',
    );
    const source = (async function* () {
      try {
        for (;;) yield { n: 'x' };
      } finally {
        isOver = true;
      }
    })();
    await errorOf(() => writeParquet(path, source, { schema: defineSchema({ n: 'INT32' }) as Schema }));
    expect([isOver, readdirSync(folder)]).toEqual([true, []]);
  });

  test('aborting the signal ends writeParquet, even while it waits for a row that never arrives', async () => {
    const path = join(folder, 'aborted.parquet');
    const stop = new AbortController();
    const endless = (async function* () {
      yield { n: 1 };
      await new Promise(() => {});
    })();
    const writing = writeParquet(path, endless, { schema: defineSchema({ n: 'INT32' }), signal: stop.signal });
    setTimeout(() => stop.abort(new Error('no more')), 20);
    await expect(writing).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('writeParquet writes all rows of a generator that reuses its objects, both with and without a schema', async () => {
  const tags = ['', ''];
  const place = { lat: 0 };
  const row = { id: 0, tags, place };
  const reusing = function* () {
    for (row.id = 0; row.id < 3000; row.id++) {
      tags[row.id % 2] = `tag ${row.id}`;
      place.lat = row.id / 2;
      yield row;
    }
  };
  for (const options of [
    {},
    { schema: defineSchema({ id: 'DOUBLE', tags: { list: 'STRING' }, place: { fields: { lat: 'DOUBLE' } } }) },
  ]) {
    const sink = memorySink();
    await writeParquet(sink, reusing(), options);
    const read = await collect((await openParquet(sink.bytes)).rows());
    expect(read.length).toBe(3000);
    const wrong = read.filter(
      (found, id) =>
        found['id'] !== id ||
        (found['tags'] as string[])[id % 2] !== `tag ${id}` ||
        (found['place'] as typeof place).lat !== id / 2,
    );
    expect(wrong).toEqual([]);
  }
});

test('reading rows of a file without columns throws UNSUPPORTED, and reading rows with `columns: []` throws INVALID_ARGUMENT', async () => {
  const footer = writeFileMetaData({
    version: 1,
    schema: [{ name: 'schema', numChildren: 0 }],
    numRows: 5,
    rowGroups: [{ columns: [], totalByteSize: 0, numRows: 5 }],
  });
  const magic = new TextEncoder().encode('PAR1');
  const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
  const file = await openParquet(new Blob([magic, footer as Uint8Array<ArrayBuffer>, length, magic]));
  expect((await errorOf(() => collect(file.rows()))).code).toBe('UNSUPPORTED');
  const some = await openParquet(await written());
  expect((await errorOf(() => collect(some.rows({ columns: [] })))).code).toBe('INVALID_ARGUMENT');
});
