/**
 * Reads datasets that DuckDB wrote, and compares the rows with DuckDB's. The datasets have partitions, columns that some files lack, and
 * columns whose type is wider in some files.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataset, type ParquetDataset, type Row, type Where } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from '../interop/judges.js';

let duckdb: Duckdb;
let folder: string;
beforeAll(async () => {
  duckdb = await openDuckdb();
  folder = duckdb.folder;
  const run = (sql: string): Promise<unknown> => duckdb.connection.run(sql);
  await run(`COPY (SELECT i::INTEGER AS id, 'name ' || i AS name, (i % 3)::INTEGER + 2022 AS year,
    ['north', 'a b', NULL][i % 3 + 1] AS region FROM range(3000) t(i))
    TO '${folder}/hive' (FORMAT parquet, PARTITION_BY (year, region))`);
  mkdirSync(join(folder, 'changed'));
  const select = [
    `SELECT i::INTEGER AS id, i::SMALLINT AS small, (i / 4)::FLOAT AS ratio, 'old ' || i AS name,
      {'x': i, 'tags': [i, i + 1]} AS place, (i / 10)::DECIMAL(5, 1) AS price FROM range(500) t(i)`,
    `SELECT i::BIGINT * 10000000000 AS id, i::INTEGER AS small, i / 7 AS ratio, i % 2 = 0 AS flag, NULL::VARCHAR AS name,
      CASE WHEN i % 5 > 0 THEN {'x': i, 'y': 'y' || i, 'tags': CASE WHEN i % 3 > 0 THEN [i] END} END AS place,
      (i / 10)::DECIMAL(25, 1) AS price FROM range(700) t(i)`,
    `SELECT i::BIGINT AS id, 'only ' || i AS late FROM range(300) t(i)`,
  ];
  for (const [i, query] of select.entries()) {
    await run(`COPY (${query}) TO '${folder}/changed/${i}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  }
});
afterAll(() => duckdb.close());

/** Returns rows as sorted text, because DuckDB does not define the order in which it reads files. */
async function ours(dataset: ParquetDataset, where?: Where): Promise<string[]> {
  const rows: string[] = [];
  for await (const row of dataset.rows(where === undefined ? {} : { where })) rows.push(textOf(row));
  return rows.sort();
}

async function theirs(sql: string): Promise<string[]> {
  const reader = await duckdb.connection.runAndReadAll(sql);
  return reader.getRowObjectsJson().map(textOf).sort();
}

/**
 * Returns a row as JSON text that is equal for equal rows: text that is a number becomes a number, because each library returns some
 * numbers as text, and members are sorted by name.
 */
function textOf(row: Row | Record<string, unknown>): string {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value).toPrecision(7);
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value).toPrecision(7);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value ?? null;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => [key, plain(each)]),
    );
  };
  return JSON.stringify(plain(row));
}

describe('a dataset in Hive partition folders', () => {
  const hive = (): string => `read_parquet('${folder}/hive/**/*.parquet', hive_partitioning = true)`;

  test('a dataset in Hive folders has a column for each partition key', async () => {
    const dataset = await openDataset(join(folder, 'hive'));
    expect(dataset.files.length).toBe(3);
    expect(dataset.schema.leaves.map(({ path, type }) => [path[0], type])).toEqual([
      ['id', 1],
      ['name', 6],
      ['year', 1],
      ['region', 6],
    ]);
    expect(await dataset.count()).toBe(3000);
    const rows = await ours(dataset);
    expect(rows.length).toBe(3000);
    expect(rows).toEqual(await theirs(`SELECT id, name, year, region FROM ${hive()}`));
  });

  const predicates: readonly (readonly [string, Where, string, opened: number])[] = [
    ['a partition', { year: 2023 }, 'year = 2023', 1],
    ['a partition that is null', { region: { isNull: true } }, 'region IS NULL', 1],
    ['not a partition', { not: { region: 'north' } }, "NOT region = 'north'", 1],
    ['a partition and a column', { year: { ge: 2023 }, id: { lt: 100 } }, 'year >= 2023 AND id < 100', 2],
    ['a partition or a column', { or: [{ year: 2022 }, { id: 7 }] }, 'year = 2022 OR id = 7', 3],
    ['a negated unknown result', { not: { and: [{ region: 'x' }, { id: 7 }] } }, "NOT (region = 'x' AND id = 7)", 3],
    ['no partition', { year: 1999 }, 'year = 1999', 0],
  ];
  test.each(predicates)('a filter opens only files that can match: %s', async (_, where, sql, opened) => {
    const dataset = await openDataset(join(folder, 'hive'), { schema: 'first' });
    expect(await ours(dataset, where)).toEqual(
      await theirs(`SELECT id, name, year, region FROM ${hive()} WHERE ${sql}`),
    );
    expect(await dataset.count({ where })).toBe((await theirs(`SELECT id FROM ${hive()} WHERE ${sql}`)).length);
    const plans = await dataset.plan({ where });
    expect(plans.filter(({ skipped }) => skipped === undefined).length).toBe(opened);
  });

  test('`offset` and `limit` count rows of the whole dataset, not of one file', async () => {
    const dataset = await openDataset(join(folder, 'hive'));
    const all: unknown[] = [];
    for await (const { id } of dataset.rows()) all.push(id);
    for (const where of [undefined, { id: { ge: 0 } }] as const) {
      const some: unknown[] = [];
      const read = { offset: 900, limit: 1500, ...(where && { where }) };
      for await (const { id } of dataset.rows(read)) some.push(id);
      expect(some).toEqual(all.slice(900, 2400));
    }
  });

  test('a dataset reads a partition column without any other column', async () => {
    const dataset = await openDataset(join(folder, 'hive'));
    const counts = new Map<unknown, number>();
    for await (const { year } of dataset.rows({ columns: ['year'] })) counts.set(year, (counts.get(year) ?? 0) + 1);
    expect([...counts].sort()).toEqual([
      [2022, 1000],
      [2023, 1000],
      [2024, 1000],
    ]);
  });
});

describe('a dataset of files whose schemas differ', () => {
  const changed = (): string => `read_parquet('${folder}/changed/*.parquet', union_by_name = true)`;
  const open = (): Promise<ParquetDataset> => openDataset(`${folder}/changed/*.parquet`);
  const columns = 'id, small, ratio, name, place, price, flag, late';

  test('a dataset has the columns of all its files, each with its widest type, and null where a file does not have the column', async () => {
    const rows = await ours(await open());
    expect(rows.length).toBe(1500);
    expect(rows).toEqual(await theirs(`SELECT ${columns} FROM ${changed()}`));
  });

  const predicates: readonly (readonly [string, Where, string])[] = [
    ['a widened column', { id: { gt: 400, lt: 30000000000 } }, 'id > 400 AND id < 30000000000'],
    ['a missing column', { late: { startsWith: 'only 2' } }, "late LIKE 'only 2%'"],
    ['a missing column that is null', { late: { isNull: true }, small: { lt: 5 } }, 'late IS NULL AND small < 5'],
    ['a missing column, negated', { not: { flag: true } }, 'NOT flag'],
    ['a column inside a struct that some files lack', { 'place.y': 'y7' }, "place.y = 'y7'"],
    ['the same, null', { 'place.y': { isNull: true }, id: { lt: 4 } }, 'place.y IS NULL AND id < 4'],
    [
      'a struct that is null',
      { place: { isNull: true }, small: { isNull: false } },
      'place IS NULL AND small IS NOT NULL',
    ],
    ['a decimal that was widened', { price: { gt: '12.3' } }, 'price > 12.3'],
    ['a list', { 'place.tags': { contains: 33 } }, 'list_contains(place.tags, 33)'],
  ];
  test.each(predicates)(
    'a filter on files with different schemas yields the same rows as DuckDB: %s',
    async (_, where, sql) => {
      const rows = await ours(await open(), where);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows).toEqual(await theirs(`SELECT ${columns} FROM ${changed()} WHERE ${sql}`));
    },
  );

  test('`schema: "first"` reads all files with the schema of the first file', async () => {
    const dataset = await openDataset([`${folder}/changed/1.parquet`, `${folder}/changed/2.parquet`], {
      schema: 'first',
    });
    expect(dataset.schema.leaves.map(({ path }) => path[0])).not.toContain('late');
    expect((await ours(dataset)).length).toBe(1000);
  });
});

describe('`orderBy` on a dataset', () => {
  /** Returns the values of `column`, and the name of each row, which is unique. */
  async function inOrder(dataset: ParquetDataset, options: Parameters<ParquetDataset['rows']>[0]): Promise<string[]> {
    const rows: string[] = [];
    for await (const row of dataset.rows(options)) rows.push(textOf(row));
    return rows;
  }
  const theirOrder = async (sql: string): Promise<string[]> =>
    (await duckdb.connection.runAndReadAll(sql)).getRowObjectsJson().map(textOf);

  const hive = (): string => `read_parquet('${folder}/hive/**/*.parquet', hive_partitioning = true)`;
  const changed = (): string => `read_parquet('${folder}/changed/*.parquet', union_by_name = true, filename = true)`;

  test.each(['id', 'name'])(
    '`orderBy` sorts a partitioned dataset by the stored column %s, as DuckDB does',
    async (column) => {
      const dataset = await openDataset(join(folder, 'hive'));
      for (const descending of [false, true]) {
        const read = { orderBy: { column, descending }, limit: 20, offset: 3, where: { year: { ge: 2023 } } };
        const sql = `SELECT id, name, year, region FROM ${hive()} WHERE year >= 2023
        ORDER BY ${column} ${descending ? 'DESC' : 'ASC'} LIMIT 20 OFFSET 3`;
        expect(await inOrder(dataset, read)).toEqual(await theirOrder(sql));
      }
    },
  );

  test('`orderBy` sorts by a partition column, and keeps equal rows in the order of the files', async () => {
    const dataset = await openDataset(join(folder, 'hive'));
    const years = async (descending: boolean): Promise<number[]> => {
      const found: number[] = [];
      for await (const { year } of dataset.rows({ orderBy: { column: 'year', descending }, limit: 1500 }))
        found.push(year as number);
      return found;
    };
    expect(await years(false)).toEqual([...Array(1000).fill(2022), ...Array(500).fill(2023)]);
    expect(await years(true)).toEqual([...Array(1000).fill(2024), ...Array(500).fill(2023)]);
  });

  test.each([
    ['with a narrower type in one file', 'id', 'id >= 0', { id: { ge: 0n } }],
    ['without values in one file', 'late', 'id >= 0', { id: { ge: 0n } }],
    ['that widened from FLOAT to DOUBLE', 'ratio', 'id < 100', { id: { lt: 100n } }],
    ['of decimals with more bytes in one file', 'price', 'id < 300', { id: { lt: 300n } }],
  ] as const)('`orderBy` sorts by a column %s, as DuckDB does', async (_, column, condition, where) => {
    const dataset = await openDataset(join(folder, 'changed'));
    for (const nulls of ['first', 'last'] as const) {
      for (const descending of [false, true]) {
        const order = `${column} ${descending ? 'DESC' : 'ASC'} NULLS ${nulls}`;
        const sql = `SELECT ${column} FROM ${changed()} WHERE ${condition} ORDER BY ${order} LIMIT 40`;
        const read = { orderBy: { column, descending, nulls }, limit: 40, columns: [column], where };
        expect([sql, await inOrder(dataset, read)]).toEqual([sql, await theirOrder(sql)]);
      }
    }
  });

  test('`orderBy` sorts by a column that is unsigned in one file and signed in another', async () => {
    const mixed = join(folder, 'mixed');
    mkdirSync(mixed);
    const parts = ['(i - 40)::INTEGER', '(3 * i)::USMALLINT'];
    for (const [i, value] of parts.entries()) {
      const path = `${mixed}/${i}.parquet`;
      await duckdb.connection.run(`COPY (SELECT ${value} AS n FROM range(30) t(i)) TO '${path}' (FORMAT parquet)`);
    }
    const dataset = await openDataset(mixed);
    for (const order of ['ASC', 'DESC']) {
      const read = { orderBy: { column: 'n', descending: order === 'DESC' }, limit: 50 };
      const sql = `SELECT n FROM read_parquet('${mixed}/*.parquet', union_by_name = true) ORDER BY n ${order} LIMIT 50`;
      expect(await inOrder(dataset, read)).toEqual(await theirOrder(sql));
      // With a limit of 10, the rows of the signed file fill the result with negative values before the unsigned file is read.
      expect(await inOrder(dataset, { ...read, limit: 10 })).toEqual((await theirOrder(sql)).slice(0, 10));
    }
  });

  test('`orderBy` throws if `limit` is missing', async () => {
    const dataset = await openDataset(join(folder, 'hive'));
    await expect(dataset.rows({ orderBy: 'id' }).next()).rejects.toThrow('`orderBy` needs a `limit`');
  });
});
