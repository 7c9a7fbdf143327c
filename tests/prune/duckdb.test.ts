import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Where } from '@marquetry/file';
import { openParquet } from 'marquetry';
import { afterAll, expect, test } from 'vitest';
import { columns, pick, randomOf, randomPredicate } from './natural.js';
import { randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';
import { sqlOf } from './sql.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-prune-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** DuckDB sorts NaN above all numbers, and has no prefix test for bytes, so these columns are tested only against plain JavaScript. */
const judged = columns.filter(({ isFloat, name }) => isFloat !== true && name !== 'bytes');

test.each(seedsOf(1000, { full: 60, quick: 4 }))('DuckDB finds the same rows in the random file %i', async (seed) => {
  const random = randomOf(seed);
  const { bytes, rows } = await randomFile(random, pick(random, [30, 200, 500]));
  const path = join(folder, `${seed}.parquet`);
  writeFileSync(path, bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const file = await openParquet(path);
  for (let i = 0; i < 25; i++) {
    const { where } = randomPredicate(random, rows, [], pick(random, [0, 1, 2, 3]), judged);
    const sql = `select n from '${path}' where ${sqlOf(where)} order by n`;
    const expected = (await (await connection.runAndReadAll(sql)).getRows()).map(([n]) => Number(n));
    expect([sql, await numbersOf(file, where)]).toEqual([sql, expected]);
  }
  connection.closeSync();
});

async function numbersOf(file: Awaited<ReturnType<typeof openParquet>>, where: Where): Promise<number[]> {
  const found: number[] = [];
  for await (const { n } of file.rows({ where, columns: ['n'] })) found.push(n as number);
  return found;
}
