/**
 * Compares the Dates of plain rows with those of DuckDB and hyparquet for the same files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from './judges.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const flights = join(root, 'apps/demo/node_modules/vega-datasets/data/flights-3m.parquet');

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

/** Returns some columns of a file row by row, as milliseconds since 1970. DuckDB computes them. */
async function millisOf(path: string, columns: readonly string[], limit: number): Promise<unknown[]> {
  const millis = columns.map((column) => `epoch_ms(${column}) AS ${column}`).join(', ');
  const sql = `SELECT ${millis} FROM read_parquet('${path}', file_row_number = true) ORDER BY file_row_number LIMIT ${limit}`;
  const rows = (await duckdb.connection.runAndReadAll(sql)).getRows();
  return rows.map((row) => row.map((value) => (value === null ? null : Number(value))));
}

async function hyparquetRows(path: string, columns: string[], rowEnd: number): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return parquetReadObjects({ file, columns, rowEnd, compressors });
}

const millis = (rows: readonly Record<string, unknown>[], columns: readonly string[]): unknown[] =>
  rows.map((row) => columns.map((column) => (row[column] as Date | null)?.getTime() ?? null));

test('DATE and TIMESTAMP columns, UTC and local, in each unit, become the same Dates as in DuckDB and hyparquet', async () => {
  const path = `${duckdb.folder}/times.parquet`;
  const at = `TIMESTAMP '1969-12-30 23:59:58.123' + to_milliseconds(i * 86399877)`;
  await duckdb.connection.run(`COPY (SELECT
    CASE WHEN i % 7 > 0 THEN (${at})::DATE END AS day, ${at} AS micros, (${at})::TIMESTAMP_MS AS millis,
    (${at})::TIMESTAMP_NS AS nanos, timezone('UTC', ${at}) AS utc FROM range(2000) t(i)) TO '${path}' (FORMAT parquet)`);
  const columns = ['day', 'micros', 'millis', 'nanos', 'utc'];
  const ours = millis(await readParquet(path, { columns }), columns);
  expect(ours).toEqual(await millisOf(path, columns, 2000));
  expect(ours).toEqual(millis(await hyparquetRows(path, columns, 2000), columns));
});

test.skipIf(!existsSync(flights))('the dates of flights-3m are those of DuckDB and hyparquet', async () => {
  const ours = millis(await readParquet(flights, { columns: ['date'], limit: 5000 }), ['date']);
  expect(ours).toEqual(await millisOf(flights, ['date'], 5000));
  expect(ours).toEqual(millis(await hyparquetRows(flights, ['date'], 5000), ['date']));
});
