/**
 * Runs the examples of distributed work on their engines: each example filters and rewrites flights-3m.parquet and the
 * table lineitem. DuckDB and Spark find the same rows in the results. `npm run test:full` uses 6 million rows of
 * lineitem.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../bench/tables/definitions.mjs';
import { engines, linkSplits, programEnvironment, root, sparkPython } from './engines.js';

const run = promisify(execFile);
const flights = join(root, 'apps/demo/node_modules/vega-datasets/data/flights-3m.parquet');
const folder = mkdtempSync(join(tmpdir(), 'marquetry-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lineitem = join(folder, 'lineitem.parquet');
const sources = [
  { name: 'flights-3m.parquet', path: flights, column: 'delay', test: 'gt', number: 60, bytes: 4_000_000 },
  {
    name: 'lineitem',
    path: lineitem,
    column: 'l_quantity',
    test: 'lt',
    number: 25,
    bytes: fullOr(16_000_000, 2_000_000),
  },
] as const;

/** The sources that Spark reads. Spark takes nearly a minute for each source. */
const judged = isFull ? sources : sources.slice(0, 1);

let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;
beforeAll(async () => {
  linkSplits();
  connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
  const { columns } = tables['lineitem6m'] as { columns: string };
  const rowCount = fullOr(6_000_000, 500_000);
  await connection.run(`COPY (SELECT ${columns} FROM range(${rowCount}) t(i)) TO '${lineitem}' (FORMAT parquet)`);
}, 120_000);
afterAll(() => connection?.closeSync());

const one = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRowsJson()[0]?.[0];
/** The SHA-256 of the output file for each source. All engines write the same bytes. */
const hashes = new Map<string, string>();

for (const engine of engines) {
  const missing = engine.missing.length === 0 ? '' : ` (skipped without ${engine.missing.join(' and ')})`;
  describe.skipIf(missing !== '')(`examples/${engine.name}${missing}`, () => {
    test.each(engine.name === 'spark' ? judged : sources)(
      'the example program filters and rewrites $name',
      { timeout: 600_000 },
      async ({ name, path, bytes, ...of }) => {
        if (!existsSync(path)) throw new Error(`${path} is missing`);
        const out = join(folder, `${engine.name}-${of.column}`);
        const where = engine.where(of.column, of.test, of.number);
        const args = [engine.main, path, out, '--where', where, '--target-bytes', String(bytes)];
        const { stdout } = await run(engine.program, args, { env: programEnvironment, maxBuffer: 2 ** 26 });
        const sql = `${of.column} ${of.test === 'gt' ? '>' : '<'} ${of.number}`;
        const rows = await one(`SELECT count(*)::INT FROM read_parquet('${path}') WHERE ${sql}`);
        const [, splits, counted] = /(\d+) splits, (\d+) rows/.exec(stdout) ?? [];
        expect([Number(counted), Number(splits) > 1 || name.startsWith('flights')]).toEqual([rows, true]);
        const result = join(out, 'data.parquet');
        const different = await one(
          `SELECT count(*)::INT FROM (
          (FROM read_parquet('${path}') WHERE ${sql} EXCEPT ALL FROM read_parquet('${result}'))
          UNION ALL (FROM read_parquet('${result}') EXCEPT ALL (FROM read_parquet('${path}') WHERE ${sql})))`,
        );
        expect(different).toBe(0);
        const hash = createHash('sha256').update(readFileSync(result)).digest('hex');
        expect(hash).toBe(hashes.get(name) ?? hash);
        hashes.set(name, hash);
      },
    );
  });
}

const noSpark = sparkPython === undefined ? ' (skipped without pyspark and Java)' : '';
test.skipIf(noSpark !== '').each(judged)(
  `Spark finds the matching rows of $name in the file that the worker-threads example wrote${noSpark}`,
  { timeout: 300_000 },
  async (source) => {
    const { path, column, number } = source;
    const script = join(root, 'tests/engines/judge_with_spark.py');
    const predicate = `${column} ${source.test === 'gt' ? '>' : '<'} ${number}`;
    const result = join(folder, `worker-threads-${column}`, 'data.parquet');
    const { stdout } = await run(sparkPython ?? '', [script, path, predicate, result], { env: programEnvironment });
    expect(Number(stdout)).toBe(await one(`SELECT count(*)::INT FROM read_parquet('${path}') WHERE ${predicate}`));
  },
);
