/**
 * Filters files from other writers. Whatever metadata a file has, a filtered read returns
 * the rows for which the predicate is true when it is evaluated in plain JavaScript.
 *
 * Two parquet-java files are fixtures, so the tests run without parquet-java. Their rows depend on natural.ts: if
 * that changes, regenerate the fixtures with MARQUETRY_PARQUET_JAVA and MARQUETRY_FIXTURES=write set.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { fullOr } from '@marquetry/test-support/full.js';
import { openParquet, type ParquetReader } from 'marquetry';
import { afterAll, describe, expect, test } from 'vitest';
import { parquetJava, rewriteWithParquetJava } from '../interop/run-parquet-java.js';
import { columns, type NaturalColumn, pick, randomOf, randomPredicate } from './natural.js';
import { type RandomFile, randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-writers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = fileURLToPath(new URL('rewrite.py', import.meta.url));
const hasModule = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0;

/** Rewrites a file, and returns the path of the new one. */
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

const withParquetJava =
  (pageVersion: 1 | 2): Rewrite =>
  async (path) => {
    const target = `${path}.parquet-java-v${pageVersion}`;
    rewriteWithParquetJava(path, target, pageVersion);
    return target;
  };

const writers: readonly (readonly [name: string, isThere: boolean, rewrite: Rewrite])[] = [
  ['DuckDB', true, withDuckdb],
  ['pyarrow', hasModule('pyarrow'), withPython('pyarrow')],
  ['polars', hasModule('polars'), withPython('polars')],
  ['parquet-java, pages v1', parquetJava !== undefined, withParquetJava(1)],
  ['parquet-java, pages v2', parquetJava !== undefined, withParquetJava(2)],
];

/** Returns the columns whose type the other writer kept. Predicates on other columns would need literals of another form. */
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
  predicates = 40,
): Promise<void> {
  const random = randomOf(seed);
  for (let i = 0; i < predicates; i++) {
    const predicate = randomPredicate(random, rows, [], pick(random, [0, 1, 2]), kept);
    const found: unknown[] = [];
    for await (const { n } of theirs.rows({ where: predicate.where, columns: ['n'] })) found.push(n);
    const expected = rows.flatMap((row, n) => (predicate.holds(row, {}) === true ? [n] : []));
    expect([predicate.where, found]).toEqual([predicate.where, expected]);
  }
}

for (const [name, isThere, rewrite] of writers) {
  describe.skipIf(!isThere)(`filters on ${name} files${isThere ? '' : ' (skipped: it is not installed)'}`, () => {
    test.each(seedsOf(7000, { full: 40, quick: 1 }))(
      'filters yield the same rows as plain JavaScript (random file %i)',
      async (seed) => {
        const random = randomOf(seed);
        const file = await randomFile(random, pick(random, [200, 700]));
        const path = join(folder, `${seed}.parquet`);
        writeFileSync(path, file.bytes);
        const theirs = await openParquet(readFileSync(await rewrite(path, pick(random, [64, 300]))));
        const kept = await keptColumns(await openParquet(file.bytes), theirs);
        expect(kept.length).toBeGreaterThan(12);
        await expectSame(theirs, kept, file, seed);
      },
    );
  });
}

describe.each([
  [
    'predicates-v1',
    7101,
    1,
    [
      ['statistics', 90],
      ['statistics', 70],
      ['columnIndex', 50],
    ],
  ],
  [
    'predicates-v2',
    7102,
    2,
    [
      ['statistics', 114],
      ['columnIndex', 96],
    ],
  ],
] as const)('filtered reads of the parquet-java fixture %s', (name, seed, pageVersion, leftOut) => {
  const fixture = new URL(`../fixtures/parquet-java/${name}.parquet`, import.meta.url);

  test(`filtered reads of ${name} files yield the same rows as a filter in plain JavaScript`, async () => {
    const file = await randomFile(randomOf(seed), 250);
    if (process.env['MARQUETRY_FIXTURES'] === 'write') {
      const path = join(folder, name);
      writeFileSync(path, file.bytes);
      copyFileSync(await withParquetJava(pageVersion)(path, 100), fixture);
    }
    const theirs = await openParquet(readFileSync(fixture));
    const kept = await keptColumns(await openParquet(file.bytes), theirs);
    expect(kept.length).toBe(columns.length);
    await expectSame(theirs, kept, file, seed, fullOr(1000, 60));
  });

  test(`${name} files have statistics, and Bloom filters or dictionaries, that exclude rows`, async () => {
    const theirs = await openParquet(readFileSync(fixture));
    expect(theirs.metadata.createdBy).toMatch(/^parquet-mr version 1\.14/);
    const { skipped } = await theirs.plan({ where: { n: { lt: 30 } } });
    expect(skipped.map(({ by, rows }) => [by, rows])).toEqual(leftOut);
    const byValue = await theirs.plan({ where: { i32: 2 ** 30 }, use: { statistics: false, columnIndex: false } });
    // parquet-java does not write a Bloom filter for a chunk whose values are all in the dictionary.
    const by = pageVersion === 1 ? 'bloom' : 'dictionary';
    expect(byValue.skipped.map((skip) => skip.by)).toEqual(theirs.metadata.rowGroups.map(() => by));
  });
});
