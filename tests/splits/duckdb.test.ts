/**
 * Runs plans over files that DuckDB wrote, and compares the results with those of DuckDB.
 */
import { join } from 'node:path';
import { countTask, filterTask, rewriteTask, sortTask, statisticsTask } from '@marquetry/splits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Judge, newFolder, openJudge, runAll, tableOf } from './judged.js';

let judge: Judge;
let path: string;
let other: string;
const rowCount = 20_000;

/** SQL for rows with every kind of column that DuckDB writes, with nulls and nested columns. */
const rowsOf = (from: number): string => `SELECT i::BIGINT AS id, (i * 7919 % 1000)::INTEGER AS k,
  CASE WHEN i % 11 = 0 THEN NULL ELSE 'name ' || (i * 31 % 500) END AS name,
  CASE WHEN i % 13 = 0 THEN NULL WHEN i % 17 = 0 THEN 'nan'::DOUBLE ELSE sin(i) END AS x,
  (i % 977)::FLOAT / 7 AS f, (i * 37 % 100000)::DECIMAL(9, 2) / 100 AS price, (i::HUGEINT * 123456789)::DECIMAL(30, 4) AS big,
  i % 3 = 0 AS flag, DATE '2020-01-01' + (i % 3000)::INTEGER AS day, TIMESTAMP '2021-01-01' + to_seconds(i * 61) AS ts,
  CASE WHEN i % 5 = 0 THEN NULL WHEN i % 5 = 1 THEN [] ELSE ['a' || (i % 7), NULL, 'c'] END AS tags,
  {'lat': i % 180 / 2.0, 'place': CASE WHEN i % 4 = 0 THEN NULL ELSE 'p' || (i % 9) END} AS pos,
  MAP {'a': i % 5, 'b': NULL} AS m, ('00000000-0000-0000-0000-' || lpad((i % 100000)::VARCHAR, 12, '0'))::UUID AS u,
  (i % 200)::UTINYINT AS small, ('\\x01\\x02'::BLOB) AS bytes
  FROM range(${from}, ${from + rowCount}) t(i)`;

beforeAll(async () => {
  judge = await openJudge();
  const folder = newFolder('made');
  path = join(folder, 'a.parquet');
  other = join(folder, 'b.parquet');
  await judge.run(`COPY (${rowsOf(0)}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 4096, COMPRESSION zstd)`);
  await judge.run(
    `COPY (${rowsOf(rowCount)}) TO '${other}' (FORMAT parquet, ROW_GROUP_SIZE 10000, COMPRESSION snappy)`,
  );
});
afterAll(() => judge.close());

const wheres = [
  { sql: 'TRUE', where: undefined },
  { sql: "k < 100 AND name = 'name 7'", where: { k: { lt: 100 }, name: 'name 7' } },
  { sql: 'id >= 19000 AND id < 25000', where: { id: { ge: 19_000n, lt: 25_000n } } },
  { sql: 'x > 0.5 AND NOT isnan(x)', where: { and: [{ x: { gt: 0.5 } }, { x: { isNaN: false } }] } },
  { sql: 'name IS NULL OR flag', where: { or: [{ name: { isNull: true } }, { flag: true }] } },
  { sql: "pos.place = 'p5' AND list_contains(tags, 'c')", where: { 'pos.place': 'p5', tags: { contains: 'c' } } },
  { sql: 'id < 0', where: { id: { lt: 0n } } },
] as const;

describe.each([20_000, 2 ** 26])('tasks on splits of %i bytes', (targetBytes) => {
  test.each(wheres)('rewriteTask writes the rows that DuckDB selects WHERE $sql', async ({ sql, where }) => {
    const ran = await runAll([path, other], rewriteTask(), { targetBytes, ...(where && { where }) });
    const expected = `SELECT * FROM ${tableOf([path, other])} WHERE ${sql}`;
    expect(await judge.differences(expected, `SELECT * FROM ${tableOf(ran.paths)}`)).toEqual([]);
    // The rows are in the order of the files.
    expect(
      await judge.rows(
        `SELECT count(*) FROM (SELECT id, lag(id) OVER () AS before FROM ${tableOf(ran.paths)}) WHERE before >= id`,
      ),
    ).toEqual([['0']]);
    expect(ran.commit.rows).toBe(
      Number(((await judge.rows(`SELECT count(*) FROM (${expected})`)) as string[][])[0]?.[0]),
    );
  });

  test.each(wheres)('countTask counts the same number of rows as DuckDB WHERE $sql', async ({ sql, where }) => {
    const ran = await runAll([path, other], countTask(), { targetBytes, columns: [], ...(where && { where }) });
    const [[rows]] = (await judge.rows(`SELECT count(*) FROM ${tableOf([path, other])} WHERE ${sql}`)) as [[string]];
    expect(ran.commit.value).toEqual({ rows: Number(rows) });
    expect(ran.commit.files).toEqual([]);
  });
});

test('rewriteTask writes only the chosen columns, including fields of groups', async () => {
  const columns = ['tags', 'pos.lat', 'm', 'k'];
  const ran = await runAll([path], rewriteTask(), {
    columns,
    where: { flag: true },
    mode: 'dataset',
    targetBytes: 50_000,
  });
  const expected = `SELECT k, tags, struct_pack(lat := pos.lat) AS pos, m FROM ${tableOf(path)} WHERE flag`;
  expect(await judge.differences(expected, `SELECT * FROM ${tableOf(ran.paths)}`)).toEqual([]);
});

test('filterTask keeps the rows of the plan that also match its own `where`, which may be a function', async () => {
  const test = (
    columns: readonly { readonly values: { readonly layout: string; readonly data?: unknown } }[],
    rowCount: number,
    bits: Uint8Array,
  ): void => {
    const data = columns[0]?.values.data as Int32Array;
    for (let i = 0; i < rowCount; i++)
      if ((data[i] as number) % 10 === 3) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  };
  const ran = await runAll([path], filterTask({ where: { columns: ['k'], test: test as never } }), {
    where: { k: { ge: 500 } },
  });
  const expected = `SELECT * FROM ${tableOf(path)} WHERE k >= 500 AND k % 10 = 3`;
  expect(await judge.differences(expected, `SELECT * FROM ${tableOf(ran.paths)}`)).toEqual([]);
});

test.each([
  { by: [{ column: 'k' }, { column: 'id', descending: true }], order: 'k, id DESC' },
  { by: [{ column: 'name', nullsFirst: true }, { column: 'id' }], order: 'name NULLS FIRST, id' },
  { by: [{ column: 'x', descending: true }, { column: 'id' }], order: 'x DESC NULLS LAST, id' },
  { by: [{ column: 'big' }], order: 'big' },
  { by: [{ column: 'flag' }, { column: 'price', descending: true }, { column: 'id' }], order: 'flag, price DESC, id' },
  { by: [{ column: 'pos.place' }, { column: 'u' }, { column: 'id' }], order: 'pos.place NULLS LAST, u, id' },
  { by: [{ column: 'ts', descending: true }], order: 'ts DESC' },
])('sortTask sorts by $order in the same order as DuckDB', async ({ by, order }) => {
  const ran = await runAll([path], sortTask({ by }), {});
  const [file] = ran.paths;
  expect(await judge.differences(`SELECT * FROM ${tableOf(path)}`, `SELECT * FROM ${tableOf(file as string)}`)).toEqual(
    [],
  );
  const ids = async (table: string, sorted: string): Promise<unknown> =>
    judge.rows(`SELECT id FROM ${table} ${sorted}`);
  expect(await ids(tableOf(file as string), '')).toEqual(await ids(tableOf(path), `ORDER BY ${order}`));
});

test('sortTask writes row groups of at most `rowGroupRows` rows', async () => {
  const ran = await runAll([path], sortTask({ by: [{ column: 'k' }], rowGroupRows: 5000 }));
  const groups = await judge.rows(
    `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${ran.paths[0]}') ORDER BY 1`,
  );
  expect(groups.length).toBeGreaterThan(3);
  const starts = (groups as string[][]).map(([, rows]) => Number(rows));
  expect(Math.max(...starts)).toBeLessThanOrEqual(5000);
  expect(starts.reduce((a, b) => a + b)).toBe(rowCount);
  let from = 0;
  for (const rows of starts) {
    const found = (await judge.rows(`SELECT k FROM ${tableOf(ran.paths)} OFFSET ${from} LIMIT ${rows}`)) as number[][];
    const keys = found.map(([k]) => Number(k));
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    from += rows;
  }
});

test('statisticsTask computes the same statistics as DuckDB', async () => {
  const columns = ['id', 'name', 'x', 'price', 'big', 'flag', 'small', 'pos.place'];
  const ran = await runAll([path, other], statisticsTask({ columns }), {
    targetBytes: 30_000,
    where: { k: { gt: 200 } },
  });
  const value = ran.commit.value as { rows: number; columns: Record<string, Record<string, unknown>> };
  const from = `FROM ${tableOf([path, other])} WHERE k > 200`;
  expect(value.rows).toBe(Number(((await judge.rows(`SELECT count(*) ${from}`)) as string[][])[0]?.[0]));
  for (const column of columns) {
    const isNumber = column === 'x' ? ' FILTER (NOT isnan(x))' : '';
    const [[values, nulls, min, max]] = (await judge.rows(
      `SELECT count(${column}), count(*) - count(${column}), min(${column})${isNumber}, max(${column})${isNumber} ${from}`,
    )) as [[string, string, unknown, unknown]];
    const found = value.columns[column];
    expect({ ...found, min: String(found?.['min']), max: String(found?.['max']) }).toMatchObject({
      values: Number(values),
      nulls: Number(nulls),
      min: String(min),
      max: String(max),
    });
  }
  const [[nans]] = (await judge.rows(`SELECT count(*) ${from} AND isnan(x)`)) as [[string]];
  expect(value.columns['x']?.['nans']).toBe(Number(nans));
});
