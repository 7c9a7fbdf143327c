/** Compares CSV files that the command line converted to Parquet with what DuckDB reads from the same CSV. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'from-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const csvQuery = `SELECT r AS id, (r * 7919) % 1000003 - 500000 AS amount, (r % 1000) / 8 AS ratio, sin(r) AS wave,
  TIMESTAMP '1960-01-01' + INTERVAL (r * 7717) SECOND AS at, DATE '1960-02-29' + CAST(r AS INT) AS day, r % 3 = 0 AS flag,
  ['Berlin', 'London, UK', 'Köln "am Rhein"'][1 + r % 3] AS city, CASE WHEN r % 17 = 0 THEN NULL ELSE r % 100 END AS small,
  CASE WHEN r % 50 = 0 THEN 'two' || chr(10) || 'lines' ELSE md5(CAST(r AS VARCHAR)) END AS note
  FROM range(50000) t(r)`;

test('DuckDB reads the same names, types and rows from the Parquet file as from the CSV', async () => {
  const csv = join(folder, 'a.csv');
  const out = join(folder, 'a.parquet');
  await query(`COPY (${csvQuery}) TO '${csv}' (HEADER)`);
  expect(await runCli(['from', csv, out, '--json'])).toEqual({
    code: 0,
    stdout: '{"files":1,"rows":50000,"badRows":0,"rowGroups":1,"columns":10}\n',
    stderr: '',
  });
  expect(await query(`DESCRIBE SELECT * FROM '${out}'`)).toEqual(
    await query(`DESCRIBE SELECT * FROM read_csv('${csv}')`),
  );
  const countOnlyIn = (a: string, b: string) =>
    query(`SELECT count(*)::INT FROM (SELECT * FROM ${a} EXCEPT ALL SELECT * FROM ${b})`);
  expect(await countOnlyIn(`'${out}'`, `read_csv('${csv}')`)).toEqual([[0]]);
  expect(await countOnlyIn(`read_csv('${csv}')`, `'${out}'`)).toEqual([[0]]);
});

test('DuckDB reads different values from the CSV and the Parquet file only for the cells that the README lists', async () => {
  const csv = join(folder, 'b.csv');
  const out = join(folder, 'b.parquet');
  writeFileSync(csv, 'big,time,quoted,word\n9223372036854775808,12:30:00,"",NULL\n1,00:00:00,x,y\n');
  expect((await runCli(['from', csv, out])).code).toBe(0);
  expect(await query(`SELECT * FROM '${out}'`)).toEqual([
    ['9223372036854775808', '12:30:00', '', null],
    ['1', '00:00:00', 'x', 'y'],
  ]);
  const [first] = await query(`SELECT * FROM read_csv('${csv}')`);
  expect(first?.slice(2)).toEqual([null, 'NULL']);
  expect(await query(`SELECT typeof(big), typeof(time) FROM read_csv('${csv}') LIMIT 1`)).toEqual([['DOUBLE', 'TIME']]);
});
