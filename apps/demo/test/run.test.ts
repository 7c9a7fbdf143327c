import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { isParquetError } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareColumn } from '../src/compare.js';
import { conclude } from '../src/conclude.js';
import { decodeColumn } from '../src/decode-column.js';
import { run } from '../src/run.js';

// The query creates a column of each kind that DuckDB can write as Parquet.
const kinds = `SELECT
  i % 3 = 0 AS b, (i % 100)::TINYINT AS i8, (i * 4000000)::UINTEGER AS u32, (18446744073709551615 - i)::UBIGINT AS u64,
  (i - 500)::BIGINT * 9223372036854775 AS i64, ((i % 50) * 1.01)::DECIMAL(4, 2) AS d4,
  (i * 1.0001 - 300)::DECIMAL(18, 6) AS d18, (i * 1.0001 - 300)::DECIMAL(38, 10) AS d38, ((i - 300) / 7.0)::FLOAT AS f,
  CASE i WHEN 3 THEN 'nan'::DOUBLE WHEN 4 THEN 'inf'::DOUBLE WHEN 5 THEN '-inf'::DOUBLE ELSE (i - 300) / 7.0 END AS d,
  DATE '1970-01-01' + (i * 37 - 9000)::INTEGER AS dt, TIME '00:00:01.123456' + INTERVAL (i) SECOND AS t,
  TIMESTAMPTZ '1969-12-31 00:00:00+00' + INTERVAL (i) MINUTE AS tz,
  (TIMESTAMP '1969-12-31' + INTERVAL (i) MINUTE)::TIMESTAMP_MS AS tms,
  (TIMESTAMP '1969-12-31' + INTERVAL (i) MINUTE)::TIMESTAMP_NS AS tns,
  uuid() AS id, INTERVAL (i) DAY AS iv, 'text' || i % 17 AS s, repeat('é', (i % 90)::INTEGER) AS long,
  '\\xFF\\x00'::BLOB AS bl, [i, NULL, i + 1] AS l, {'x': i, 'y y': CASE WHEN i % 2 = 1 THEN 'q' END, 'z': [[i]]} AS st,
  MAP {'k' || i: i, 'n': NULL} AS m, CASE WHEN i % 2 = 1 THEN i END AS n, NULL::INTEGER AS nothing, i AS "a ""b""'c.d"
  FROM range(1000) r(i)`;

let folder = '';

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'marquetry-demo-')), "it's [a] folder*");
  mkdirSync(folder);
});

afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

async function write(name: string, query: string, options = ''): Promise<string> {
  const path = join(folder, name);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet${options})`);
  connection.closeSync();
  instance.closeSync();
  return path;
}

async function demo(path: string): Promise<{ readonly ok: boolean; readonly lines: string[] }> {
  const lines: string[] = [];
  const progress = { at: () => {}, clear: () => {} };
  const ok = await run({ path, title: 'a file', print: (line) => lines.push(line), progress });
  return { ok, lines };
}

test.each(['V1', 'V2'])(
  'for every kind of column that DuckDB writes in %s pages, Marquetry and DuckDB compute the same aggregates',
  async (version) => {
    const path = await write(`kinds-${version}.parquet`, kinds, `, PARQUET_VERSION ${version}, CODEC zstd`);
    const { ok, lines } = await demo(path);
    expect(lines.at(-1)).toBe('All 29 columns agree with DuckDB (1 only in part: see above)');
    // The summary is printed once for the file and once for the rewritten file.
    expect(lines.filter((line) => line.startsWith('All 29 columns agree with DuckDB'))).toHaveLength(2);
    expect(lines).toContain('  iv: only counts are compared: DuckDB shows the column as INTERVAL');
    expect(ok).toBe(true);
  },
);

test('for a file without rows, Marquetry and DuckDB compute the same aggregates', async () => {
  const { ok, lines } = await demo(await write('none.parquet', `${kinds} LIMIT 0`));
  expect(lines[1]).toMatch(/^[\d.]+ k?B, 0 rows, /);
  expect(lines.at(-1)).toMatch(/^All 29 columns agree with DuckDB/);
  expect(ok).toBe(true);
});

test('the demo rejects a file that is not Parquet with a ParquetError', async () => {
  const path = join(folder, 'text.parquet');
  writeFileSync(path, 'this is text, not a Parquet file');
  await expect(demo(path)).rejects.toSatisfy(isParquetError);
});

test('aggregates that differ from those of DuckDB are reported; aggregates that DuckDB does not return are not', async () => {
  const { openParquet } = await import('marquetry');
  const { measuredSource } = await import('../src/measured-source.js');
  const { diskSource } = await import('../src/disk.js');
  const path = await write('three.parquet', 'SELECT i::INTEGER AS i FROM range(3) r(i)');
  const source = measuredSource(await diskSource(path));
  const file = await openParquet(source);
  const decoded = await decodeColumn(file, source, file.schema.leaves[0]!, () => {});
  await file.close();
  expect(decoded.figures).toEqual({ values: '3', nulls: '0', min: '0', max: '2', sum: '3' });
  expect(decoded.plainBytes).toBe(12);

  const theirs = { figures: { values: '3', max: '3' }, reasons: [], answered: new Set(['values', 'max'] as const) };
  const compared = compareColumn(decoded, theirs);
  expect(compared.verdict).toBe('differ');
  expect(compared.figures.map(({ name, agree }) => [name, agree])).toEqual([
    ['values', true],
    ['nulls', undefined],
    ['min', undefined],
    ['max', false],
    ['sum', undefined],
  ]);

  const lines: string[] = [];
  expect(conclude((line) => lines.push(line), 'DuckDB 0', [compared])).toBe(false);
  expect(lines).toEqual(['', 'i: max is 2 in Marquetry and 3 in DuckDB 0', '1 of 1 column DISAGREE with DuckDB']);
});

test('control characters in column names are printed as escapes', async () => {
  const path = await write('hostile.parquet', `SELECT 1 AS "a\u001b[31m\u009b2J\u202e\nb"`);
  const lines: string[] = [];
  await run({ path, title: 'a file', print: (line) => lines.push(line), progress: { at: () => {}, clear: () => {} } });
  const styles = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  const text = lines.join('').replace(styles, '');
  expect(text).toContain(String.raw`a\u001b[31m\u009b2J\u202e\u000ab`);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
});
