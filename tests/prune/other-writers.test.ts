/**
 * Predicates on files of other writers: with every kind of metadata, rows are those that plain JavaScript keeps.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { openParquet, type ParquetReader } from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';
import { columns, type NaturalColumn, pick, randomOf, randomPredicate } from './natural.js';
import { type RandomFile, randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-writers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = fileURLToPath(new URL('rewrite.py', import.meta.url));
const hasModule = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0;

/** Rewrites a file; gives the path of the new one. */
type Rewrite = (path: string, rowGroupRows: number) => Promise<string>;

const withPython =
  (writer: string): Rewrite =>
  async (path, rows) => {
    const target = `${path}.${writer}`;
    const input = [writer, path, target, rows].join('\t');
    expect(execFileSync('python3', [script], { input: `${input}\n`, encoding: 'utf8' })).toBe('written\n');
    return target;
  };

const withDuckdb: Rewrite = async (path, rows) => {
  const target = `${path}.duckdb`;
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`COPY (FROM '${path}') TO '${target}' (FORMAT parquet, ROW_GROUP_SIZE ${rows})`);
  connection.closeSync();
  return target;
};

const writers: readonly (readonly [name: string, isThere: boolean, rewrite: Rewrite])[] = [
  ['DuckDB', true, withDuckdb],
  ['pyarrow', hasModule('pyarrow'), withPython('pyarrow')],
  ['polars', hasModule('polars'), withPython('polars')],
];

/** Columns whose type the writer kept: literals of others have another form. */
async function keptColumns(ours: ParquetReader, theirs: ParquetReader): Promise<readonly NaturalColumn[]> {
  const kindOf = (file: ParquetReader, name: string): unknown => {
    const [leaf] = file.schema.leaves.filter(({ path }) => path.length === 1 && path[0] === name);
    return leaf?.annotation?.kind ?? leaf?.type;
  };
  return columns.filter(({ name }) => kindOf(ours, name) === kindOf(theirs, name));
}

async function expectSame(
  theirs: ParquetReader,
  kept: readonly NaturalColumn[],
  { rows }: RandomFile,
  seed: number,
): Promise<void> {
  const random = randomOf(seed);
  for (let i = 0; i < 40; i++) {
    const predicate = randomPredicate(random, rows, [], pick(random, [0, 1, 2]), kept);
    const found: unknown[] = [];
    for await (const { n } of theirs.rows({ where: predicate.where, columns: ['n'] })) found.push(n);
    const expected = rows.flatMap((row, n) => (predicate.holds(row, {}) === true ? [n] : []));
    expect([predicate.where, found]).toEqual([predicate.where, expected]);
  }
}

for (const [name, isThere, rewrite] of writers) {
  describe.skipIf(!isThere)(`files of ${name}${isThere ? '' : ' (skipped: it is not installed)'}`, () => {
    test.each(seedsOf(7000, { full: 40, quick: 1 }))('random file %i', async (seed) => {
      const random = randomOf(seed);
      const file = await randomFile(random, pick(random, [200, 700]));
      const path = join(folder, `${seed}.parquet`);
      writeFileSync(path, file.bytes);
      const theirs = await openParquet(readFileSync(await rewrite(path, pick(random, [64, 300]))));
      const kept = await keptColumns(await openParquet(file.bytes), theirs);
      expect(kept.length).toBeGreaterThan(12);
      await expectSame(theirs, kept, file, seed);
    });
  });
}
