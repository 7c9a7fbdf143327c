/** Compares `orderBy` and `limit` with DuckDB's ORDER BY and LIMIT, which sort NaN above all numbers as we do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ByteSource, bytesSource } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';
import { columns, pick, randomOf, randomPredicate } from './natural.js';
import { randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';
import { sqlOf } from './sql.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-order-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The columns by which rows are sorted. DuckDB throws for bytes that are not text, and reads half floats as bytes. */
const ordered = columns.filter(({ name }) => name !== 'bytes' && name !== 'h');

test.each(seedsOf(3000, { full: 200, quick: 4 }))(
  'DuckDB returns the same rows of the random file %i in the same order',
  async (seed) => {
    const random = randomOf(seed);
    const { bytes, rows } = await randomFile(random, pick(random, [30, 200, 500]));
    const path = join(folder, `${seed}.parquet`);
    writeFileSync(path, bytes);
    const connection = await (await DuckDBInstance.create()).connect();
    const file = await openParquet(path);
    for (const { name } of ordered) {
      const descending = random() < 0.5;
      const nulls = pick(random, ['first', 'last'] as const);
      const limit = pick(random, [1, 3, 10, rows.length]);
      const offset = pick(random, [0, 0, 2]);
      const { where } = randomPredicate(
        random,
        rows,
        [],
        1,
        columns.filter(({ isFloat, name: other }) => isFloat !== true && other !== 'bytes'),
      );
      const isFiltered = random() < 0.5;
      const sql = `SELECT n FROM '${path}' ${isFiltered ? `WHERE ${sqlOf(where)}` : ''}
        ORDER BY "${name}" ${descending ? 'DESC' : 'ASC'} NULLS ${nulls}, n LIMIT ${limit} OFFSET ${offset}`;
      const expected = (await (await connection.runAndReadAll(sql)).getRows()).map(([n]) => Number(n));
      const found: number[] = [];
      const read = {
        orderBy: { column: name.replaceAll('.', '\\.'), descending, nulls },
        limit,
        offset,
        columns: ['n'],
      };
      for await (const { n } of file.rows({ ...read, ...(isFiltered && { where }) })) found.push(n as number);
      expect([sql, found]).toEqual([sql, expected]);
    }
    connection.closeSync();
  },
);

describe('reading with `orderBy` and `limit`', () => {
  test('`orderBy` with `limit` skips row groups that, by their statistics, cannot contain the first rows in sort order', async () => {
    const sink = memorySink();
    const rows = Array.from({ length: 40_000 }, (_, i) => ({
      key: (i * 7919) % 40_000,
      time: i,
      text: `some text ${i}`,
    }));
    await writeParquet(sink, rows, { rowGroupRows: 4000, pageRows: 500, dictionary: false });
    let read = 0;
    const memory = bytesSource(sink.bytes);
    const source: ByteSource = {
      byteLength: memory.byteLength,
      read: (offset, length, signal) => {
        read += length;
        return memory.read(offset, length, signal);
      },
    };
    const file = await openParquet(source);
    read = 0;
    const last: unknown[] = [];
    for await (const { time } of file.rows({ orderBy: { column: 'time', descending: true }, limit: 3 }))
      last.push(time);
    expect(last).toEqual([39_999, 39_998, 39_997]);
    expect(read).toBeLessThan(sink.bytes.length / 6);
  });

  test('`orderBy` keeps rows with equal values in the order of the file', async () => {
    const sink = memorySink();
    await writeParquet(
      sink,
      Array.from({ length: 3000 }, (_, i) => ({ i, same: i % 2 })),
      { rowGroupRows: 700 },
    );
    const file = await openParquet(sink.bytes);
    const first: unknown[] = [];
    for await (const { i } of file.rows({ orderBy: 'same', limit: 5, offset: 1 })) first.push(i);
    expect(first).toEqual([2, 4, 6, 8, 10]);
  });
});

test.each([
  ['no limit', { orderBy: 'i' }, '`orderBy` needs a `limit`'],
  ['an unknown column', { orderBy: 'nope', limit: 1 }, 'nope'],
  ['a list', { orderBy: 'list.list.element', limit: 1 }, 'cannot sort rows by a column inside a list or map'],
  ['a struct of two columns', { orderBy: 'pair', limit: 1 }, 'must match one column, but pair matches 2'],
  ['rows', { orderBy: 'i', limit: 1, rows: [[0, 1]] }, '`rows` cannot be combined with `orderBy`'],
  [
    'an invalid order of nulls',
    { orderBy: { column: 'i', nulls: 'middle' }, limit: 1 },
    "`nulls` must be 'first' or 'last'",
  ],
])('`orderBy` throws INVALID_ARGUMENT for %s', async (_, read, message) => {
  const sink = memorySink();
  await writeParquet(sink, [{ i: 1, list: ['a'], pair: { a: 1, b: 2 } }]);
  const file = await openParquet(sink.bytes);
  const error = await errorOf(() => file.rows(read as never).next());
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(error.message).toContain(message);
});
