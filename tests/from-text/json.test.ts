/** Converts NDJSON and arrays of JSON objects to Parquet; DuckDB reads the same rows from both. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { isParquetError } from '@marquetry/core';
import { type BadRow, openJson, type TextOptions } from '@marquetry/from-text';
import { createParquetWriter, memorySink, openParquet } from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'from-json-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* inPortions(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, options: TextOptions = {}, size = 65_536): Promise<[string[], unknown[]]> {
  const table = await openJson(inPortions(text, size), options);
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: table.schema });
  for await (const columns of table.batches()) await writer.write(columns);
  await writer.finish();
  const file = await openParquet(sink.bytes);
  const rows: unknown[] = [];
  for await (const row of file.rows()) rows.push(JSON.parse(JSON.stringify(row, numbersOfBigints)));
  return [table.schema.leaves.map(({ path }) => path.join('.')), rows];
}

const numbersOfBigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

async function errorOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  );
  return isParquetError(error) ? `${error.code}: ${error.message}` : String(error);
}

const nested = [
  { id: 1, name: 'a', at: { lat: 1.5, tags: ['x', 'y'] }, list: [{ k: 1 }, { k: null }] },
  { id: 2, at: { lat: 2 }, list: [] },
  { id: null, name: 'ü "q" \\', at: null, list: null, more: true },
];
const expected = [
  { id: 1, name: 'a', at: { lat: 1.5, tags: ['x', 'y'] }, list: [{ k: 1 }, { k: null }], more: null },
  { id: 2, name: null, at: { lat: 2, tags: null }, list: [], more: null },
  { id: null, name: 'ü "q" \\', at: null, list: null, more: true },
];
const paths = ['id', 'name', 'at.lat', 'at.tags.list.element', 'list.list.element.k', 'more'];

describe('conversion of JSON rows', () => {
  const lines = nested.map((row) => JSON.stringify(row)).join('\n');

  test.each([
    ['lines', lines],
    ['lines with CRLF and empty lines', `\n${lines.replaceAll('\n', '\r\n\r\n')}\r\n`],
    ['an array', JSON.stringify(nested)],
    ['an array over many lines', ` \n${JSON.stringify(nested, null, 2)}\n`],
  ])('objects and lists of %s become nested columns, and missing keys null', async (_, text) => {
    for (const size of [1, 7, 65_536]) expect(await read(text, {}, size)).toEqual([paths, expected]);
  });

  test('integers beyond 2^53 keep their digits', async () => {
    const text = '{"a":9007199254740993,"s":"9007199254740993 #"}\n{"a":-9223372036854775808,"s":"#"}\n';
    const table = await openJson(inPortions(text, 10));
    for await (const { a } of table.batches()) {
      expect(a).toMatchObject({ values: { data: BigInt64Array.of(9007199254740993n, -9223372036854775808n) } });
    }
    expect(await errorOf(read('{"a":1}\n{"a":9223372036854775808}\n'))).toBe(
      'CORRUPT: line 2: the integer 9223372036854775808 does not fit in 64 bits: define the column as a DECIMAL in `schema` (column a)',
    );
    expect(await errorOf(read('{"a":1.5}\n{"a":9007199254740993}\n', { sampleRows: 1 }))).toMatch(
      /^CORRUPT: line 2: .*\(column a\)$/,
    );
  });

  test('integers of more than 64 bits are written to a DECIMAL column that `schema` declares', async () => {
    const schema = { a: { type: 'DECIMAL', precision: 38, scale: 0 } } as const;
    expect(await read('{"a":92233720368547758080,"b":1}\n', { schema })).toEqual([
      ['a', 'b'],
      [{ a: '92233720368547758080', b: 1 }],
    ]);
  });

  test('a number written as 1.0 makes its column DOUBLE, and integers in the column become DOUBLE too', async () => {
    const table = await openJson(inPortions('{"a":1.0}\n{"a":2}\n', 100));
    expect(table.schema.leaves[0]?.type).toBe(5);
    await table.close();
  });

  test('each row of a large file is read once, in order', async () => {
    const count = 50_000;
    const text = Array.from({ length: count }, (_, i) => `{"i":${i},"t":"row ${i}"}`).join('\n');
    const [, rows] = await read(text, { sampleRows: 10, sampleBytes: 100 });
    expect(rows.length).toBe(count);
    expect(rows.every((row, i) => (row as { i: number }).i === i)).toBe(true);
  });
});

describe('JSON rows that do not fit the schema', () => {
  test.each([
    [
      '{"a":{"b":1}}\n\n{"a":{"b":"x"}}',
      'CORRUPT: line 3: the value is a string, but earlier rows have a number (column a.b)',
    ],
    ['{"a":1}\n5', 'CORRUPT: line 2: a row must be an object with fields'],
    ['{"a":1}\n{"a":}', /^CORRUPT: line 2: the text is not JSON: /],
    ['[{"a":1},\n{"a":[1]}]', 'CORRUPT: line 2: the value is a list, but earlier rows have a number (column a)'],
    ['[{"a":1}', 'TRUNCATED: line 1: the array has no closing bracket'],
    ['[{"a":1} {"a":2}]', 'CORRUPT: line 1: array elements must be separated by commas'],
    ['[{"a":1}] x', 'CORRUPT: line 1: there is text after the closing bracket of the array'],
    [
      '{"a":{}}',
      'INVALID_ARGUMENT: the object has no fields in any row of the sample: define its type in `schema` (column a)',
    ],
    ['', 'INVALID_ARGUMENT: the columns cannot be inferred, because the input has no objects'],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, /nested deeper than/],
  ])('the JSON rows %j throw an error', async (text, message) => {
    if (typeof message === 'string') expect(await errorOf(read(text))).toBe(message);
    else expect(await errorOf(read(text))).toMatch(message);
  });

  test("`badRows: 'skip'` skips every row that does not fit the schema", async () => {
    const bad: BadRow[] = [];
    const text = '{"a":1}\n{"a":"x"}\nnope\n{"a":2,"b":3}\n{"a":2}\n7\n';
    const [, rows] = await read(text, { sampleRows: 1, badRows: 'skip', onBadRow: (row) => bad.push(row) });
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    expect(bad.map(({ line }) => line).sort()).toEqual([2, 3, 4, 6]);
  });
});

test('DuckDB reads the same rows from the Parquet file as from the NDJSON', async () => {
  const from = join(folder, 'a.ndjson');
  const to = join(folder, 'a.parquet');
  const rows = Array.from({ length: 3000 }, (_, i) => ({
    id: i * 1_000_000_007,
    ratio: i / 8 + 0.5,
    flag: i % 3 === 0 ? null : i % 2 === 0,
    place: { city: `c${i % 7}`, at: i % 5 === 0 ? null : { x: i, y: -i } },
    tags: Array.from({ length: i % 4 }, (_, k) => `t${k}`),
  }));
  writeFileSync(from, rows.map((row) => JSON.stringify(row)).join('\n'));
  expect((await runCli(['from', from, to])).stdout).toBe('3,000 rows, 1 row group from 1 file\n');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rowsOf = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRowsJson();
  try {
    expect(await rowsOf(`DESCRIBE SELECT * FROM '${to}'`)).toEqual(await rowsOf(`DESCRIBE SELECT * FROM '${from}'`));
    expect(await rowsOf(`SELECT * FROM '${to}' ORDER BY id`)).toEqual(
      await rowsOf(`SELECT * FROM '${from}' ORDER BY id`),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
