/**
 * Writes rows of strings, converted to the column types, with codecs and encodings given by name. DuckDB reads them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeParquet } from 'marquetry';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cast-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('DuckDB reads a file written with `cast`, and finds the values that the strings represent', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    ok: i % 3 === 0 ? 'true' : 'False',
    small: i % 5 === 0 ? '' : String((i % 200) - 100),
    large: String(9_007_199_254_740_993n * BigInt(i)),
    ratio: i % 7 === 0 ? 'Infinity' : String(i / 3),
    price: (i / 4).toFixed(2),
    day: new Date(86_400_000 * i).toISOString().slice(0, 10),
    name: i % 11 === 0 ? '' : `city ${i % 13}`,
  }));
  const schema = {
    ok: 'BOOLEAN',
    small: { type: 'INT8', optional: true },
    large: 'INT64',
    ratio: 'DOUBLE',
    price: { type: 'DECIMAL', precision: 9, scale: 2 },
    day: 'DATE',
    name: { type: 'STRING', optional: true },
  } as const;
  const path = join(folder, 'cast.parquet');
  const columns = { large: { encoding: 'DELTA_BINARY_PACKED', dictionary: false }, name: { codec: 'GZIP' } } as const;
  await writeParquet(path, rows, { schema, cast: true, codec: 'SNAPPY', columns, ifExists: 'error' });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const query = `SELECT ok::VARCHAR, small::VARCHAR, large::VARCHAR, ratio, price::VARCHAR, day::VARCHAR, name FROM '${path}'`;
  const found = (await connection.runAndReadAll(query)).getRows();
  connection.closeSync();
  instance.closeSync();
  const expected = rows.map(({ ok, small, large, ratio, price, day, name }) => {
    return [ok.toLowerCase(), small === '' ? null : small, large, Number(ratio), price, day, name];
  });
  expect(found).toEqual(expected);
});
