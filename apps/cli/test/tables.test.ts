/** Tests that folders, patterns and several files are read as one table. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memorySink, writeParquet, writeSummary } from 'marquetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, runCli } from './run-cli.js';

let root: string;
beforeAll(async () => {
  // The name of a parent folder may start with `_`: only names below the given folder are filtered.
  root = join(mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, 'tables-')), '_hidden');
  const nameOf: Readonly<Record<string, string>> = { 2021: 'Z%C3%BCrich', 2022: 'a%20b%2Fc%3D%25' };
  for (const year of [2021, 2022]) {
    for (const part of [0, 1]) {
      const rows = Array.from({ length: 10 }, (_, i) => ({ i: int(100 * (year - 2021) + 10 * part + i), s: `n${i}` }));
      await writeRows(`hive/year=${year}/city=${nameOf[year]}/part-${part}.parquet`, rows);
    }
  }
  await writeRows('hive/year=__HIVE_DEFAULT_PARTITION__/city=x/part-0.parquet', [{ i: int(500), s: 'null' }]);
  writeText('hive/_SUCCESS');
  writeText('hive/year=2021/_temporary/part.parquet');
  writeText('hive/year=2021/.hidden.parquet');
  // This file is not a valid Parquet file, so opening it fails.
  writeText('damaged/year=2020/a.parquet');
  await writeRows('damaged/year=2021/a.parquet', [{ i: 1 }, { i: 2 }]);
  await writeRows('evolved/a.parquet', [{ id: int(1), name: 'one', x: 1 }]);
  await writeRows('evolved/b.parquet', [{ id: 2n ** 40n, price: 2.5, x: 'text' }]);
  await writeRows('later/year=2020/a.parquet', [{ i: 1 }]);
  await writeRows('later/year=2021/a.parquet', [{ i: 2, more: 'm' }]);
});

async function writeRows(path: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const sink = memorySink();
  await writeParquet(sink, rows);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), sink.bytes);
}

function writeText(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'not a Parquet file');
}

const int = (value: number): bigint => BigInt(value);
const at = (path: string): string => join(root, path);

async function linesOf(...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return jsonLines(stdout);
}

async function usageOf(...args: string[]): Promise<string> {
  const { code, stderr } = await runCli(args);
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  return stderr;
}

describe('a partitioned folder read as one table', () => {
  it.each(['hive', 'hive/**/*.parquet', 'hive/year=*/*/*'])(
    'the partition keys in the paths of %s become columns',
    async (path) => {
      expect(await linesOf('cat', at(path), '--limit', '1')).toEqual([{ i: 0, s: 'n0', year: 2021, city: 'Zürich' }]);
      expect(await linesOf('tail', at(path), '-n', '2')).toEqual([
        { i: 119, s: 'n9', year: 2022, city: 'a b/c=%' },
        { i: 500, s: 'null', year: null, city: 'x' },
      ]);
    },
  );

  it('--where, --order-by and sample work with the partitions of a folder', async () => {
    const rows = (...args: string[]): Promise<unknown[]> =>
      linesOf('cat', at('hive'), '--columns', 'i,year', ...args).then((found) => found.map(({ i, year }) => [i, year]));
    expect(await rows('--where', 'year = 2022 and i > 117')).toEqual([
      [118, 2022],
      [119, 2022],
    ]);
    expect(await rows('--where', 'year is null')).toEqual([[500, null]]);
    expect(await rows('--where', "city = 'Zürich' and i < 1 or city = 'a b/c=%' and i < 101")).toEqual([
      [0, 2021],
      [100, 2022],
    ]);
    expect(await rows('--order-by', 'year desc', '--limit', '1', '--offset', '19')).toEqual([[119, 2022]]);
    expect(await rows('--order-by', 'i desc', '--limit', '2', '--where', 'year <= 2022')).toEqual([
      [119, 2022],
      [118, 2022],
    ]);
    expect(await linesOf('sample', at('hive'), '-n', '41', '--columns', 'year', '--seed', '1')).toHaveLength(41);
    expect(await linesOf('head', at('hive'), '-n', '1', '--where', 'not (year = 2021)')).toMatchObject([{ i: 100 }]);
  });

  it('cat prints partition columns as CSV, with a header even if no row matches', async () => {
    const csv = await runCli(['cat', at('hive'), '--format', 'csv', '--where', 'year = 1999']);
    expect(csv).toEqual({ code: 0, stdout: 'i,s,year,city\n', stderr: '' });
    const two = await runCli(['cat', at('hive'), '--format', 'csv', '--where', 'i in (1, 500)']);
    expect(two.stdout).toBe('i,s,year,city\n1,n1,2021,Zürich\n500,null,,x\n');
  });

  it('count prints a line per file, and the total', async () => {
    const { stdout } = await runCli(['count', at('hive'), '--where', 'year = 2021 and i < 12']);
    expect(stdout.split('\n').map((line) => line.trim().split(/\s+/)[0])).toEqual([
      'rows',
      '10',
      '2',
      '0',
      '0',
      '0',
      '12',
      '',
    ]);
    expect((await linesOf('count', at('hive'), '--json')).map(({ rows }) => rows)).toEqual([10, 10, 10, 10, 1]);
  });

  it('plan names the files that are excluded by their partition', async () => {
    const plans = await linesOf('plan', at('hive/*/*/part-0.parquet'), '--where', 'year = 2022 and i > 109', '--json');
    expect(plans.map(({ file, skipped, by }) => [String(file).slice(at('hive/').length), skipped, by])).toEqual([
      [
        'year=2021/city=Z%C3%BCrich/part-0.parquet',
        'no row in year=2021/city=Zürich matches the predicate',
        'partition',
      ],
      ['year=2022/city=a%20b%2Fc%3D%25/part-0.parquet', undefined, undefined],
      [expect.any(String), 'no row in year=null/city=x matches the predicate', 'partition'],
    ]);
    expect(plans[1]).toMatchObject({ plan: { rows: 0, skipped: [{ by: 'statistics', column: 'i' }] } });
    const { stdout } = await runCli(['plan', at('hive'), '--where', 'year = 2022 and i > 109']);
    expect(stdout).toMatch(/year=2021.*skipped +partition +no row in year=2021\/city=Zürich matches the predicate/);
    expect(stdout).toMatch(/10 rows may match, in 2 of 5 files; reads at most /);
  });

  it('schema prints the columns of all files in a partitioned folder, including the partition keys', async () => {
    const lines = await linesOf('schema', at('hive'), '--json', '--row-count');
    expect(lines[0]).toEqual({ rows: 41, rowGroups: 5, columns: 4, files: 5 });
    expect(lines.slice(1).map(({ path, physicalType }) => `${path} ${physicalType}`)).toEqual([
      'i INT64',
      's BYTE_ARRAY',
      'year INT32',
      'city BYTE_ARRAY',
    ]);
    expect((await runCli(['schema', at('hive')])).stdout).toMatch(/41 rows, 5 row groups in 5 files, 4 columns\n$/);
  });

  it.each(['cat', 'head', 'tail', 'sample', 'count', 'plan'])(
    'the command %s does not open files whose partitions the predicate excludes',
    async (command) => {
      const { code, stdout } = await runCli([command, at('damaged'), '--where', 'year = 2021 and i = 2']);
      expect([code, /\b[12]\b/.test(stdout)]).toEqual([0, true]);
      const { code: opened, stderr } = await runCli([command, at('damaged'), '--where', 'i = 2']);
      expect([opened, stderr]).toEqual([1, expect.stringContaining(`${at('damaged/year=2020/a.parquet')}: `)]);
    },
  );

  it('for files read as one table, an invalid predicate, column or folder is reported in one line', async () => {
    expect(await usageOf('cat', at('hive'), '--where', 'nosuch = 1')).toContain('--where: there is no column nosuch');
    expect(await usageOf('count', at('hive'), '--where', "year = 'x'")).toContain('--where: "x" cannot be compared');
    expect(await usageOf('plan', at('hive'), '--where', 'year = 1999 and nosuch = 1')).toContain('no column nosuch');
    expect(await usageOf('cat', at('hive'), '--columns', 'nosuch')).toContain('there is no column nosuch');
    expect(await usageOf('cat', at('hive'), '--where', 'year =')).toContain('--where: cannot parse');
    expect(await usageOf('cat', at('hive'), '--order-by', 'nosuch', '--limit', '1')).toContain('no column nosuch');
    expect(await usageOf('cat', at('hive/year=2021/_temporary/*.pq'))).toContain('no file matches the pattern');
    mkdirSync(at('empty'), { recursive: true });
    expect(await usageOf('cat', at('empty'))).toContain('the folder contains no file whose name ends in .parquet');
  });
});

describe('columns that differ between files', () => {
  const columns = ['--columns', 'id,name,price'];

  it('columns that differ between files are merged by name', async () => {
    expect(await linesOf('cat', at('evolved'), ...columns)).toEqual([
      { id: 1, name: 'one', price: null },
      { id: 1099511627776, name: null, price: 2.5 },
    ]);
    expect(await linesOf('cat', at('evolved'), ...columns, '--where', 'price > 2 or id = 1')).toHaveLength(2);
    expect(await linesOf('cat', at('evolved/a.parquet'), at('evolved/b.parquet'), ...columns)).toHaveLength(2);
  });

  it('the error for columns whose types cannot be merged suggests --columns', async () => {
    const { code, stderr } = await runCli(['cat', at('evolved')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('use --columns to name the columns to read')]);
    expect(await linesOf('count', at('evolved'), '--where', 'id > 1', '--json')).toMatchObject([
      { rows: 0 },
      { rows: 1 },
    ]);
  });

  it('a predicate can use a column that exists only in an excluded file', async () => {
    expect(await linesOf('cat', at('later'), '--where', "year = 2020 and more = 'm'")).toEqual([]);
    expect(await linesOf('cat', at('later'), '--where', 'year = 2020 and more is null')).toEqual([
      { i: 1, more: null, year: 2020 },
    ]);
    expect(await linesOf('cat', at('later'), '--where', 'year = 2020')).toEqual([{ i: 1, year: 2020 }]);
  });
});

it('the partition folders in the path of a single file do not become columns', async () => {
  const path = at('hive/year=2021/city=Z%C3%BCrich/part-0.parquet');
  expect(await linesOf('cat', path, '--limit', '1')).toEqual([{ i: 0, s: 'n0' }]);
});

describe('a summary file (_metadata)', () => {
  it('a summary file (_metadata) is read as one table of the files that it lists, with their partition columns', async () => {
    const files: { path: string; metadata: Awaited<ReturnType<typeof writeParquet>> }[] = [];
    for (const year of [2021, 2022]) {
      const sink = memorySink();
      const metadata = await writeParquet(sink, [{ i: int(year) }, { i: int(year + 1000) }]);
      const path = `year=${year}/a.parquet`;
      mkdirSync(dirname(at(`summed/${path}`)), { recursive: true });
      writeFileSync(at(`summed/${path}`), sink.bytes);
      files.push({ path, metadata });
    }
    const sink = memorySink();
    await writeSummary(sink, files);
    writeFileSync(at('summed/_metadata'), sink.bytes);
    const path = at('summed/_metadata');
    expect(await linesOf('cat', path, '--where', 'year = 2022')).toEqual([
      { i: 2022, year: 2022 },
      { i: 3022, year: 2022 },
    ]);
    expect(await linesOf('tail', path, '-n', '1', '--columns', 'year')).toEqual([{ year: 2022 }]);
    expect(await linesOf('count', path, '--where', 'year = 2021', '--json')).toEqual([{ rows: 2 }]);
    expect(await linesOf('count', path, '--json')).toEqual([{ rows: 4 }]);
    const plans = await linesOf('plan', path, '--where', 'year = 2021', '--json');
    expect(plans.map(({ by }) => by)).toEqual([undefined, 'partition']);
    // A file that is excluded by its partition need not be valid Parquet.
    writeText('summed/year=2021/a.parquet');
    expect(await linesOf('cat', path, '--where', 'year = 2022')).toHaveLength(2);
    const { code, stderr } = await runCli(['cat', path]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('year=2021/a.parquet')]);
  });
});
