import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { afterAll, describe, expect, it } from 'vitest';
import { partsOf } from '../src/copy/split-file.js';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile, nestedFile, optional } from './sample.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const int32 = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);
const schema = [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)];

/** Writes a file of one INT32 column, with one row group per array of values, and returns its path. */
function groupsFile(groups: readonly (readonly number[])[], keyValues: Readonly<Record<string, string>> = {}): string {
  return fileOf(
    buildFile({
      schema,
      rowGroups: groups.map((rows) => ({
        columns: [
          {
            pages: [int32Page(rows, { crc: true })],
            statistics: { minValue: int32(Math.min(...rows)), maxValue: int32(Math.max(...rows)) },
          },
        ],
      })),
      metadata: {
        columnOrders: [{ kind: 'TYPE_ORDER' }],
        keyValueMetadata: Object.entries(keyValues).map(([key, value]) => ({ key, value })),
      },
    }),
  );
}

async function valuesIn(path: string): Promise<unknown[]> {
  return jsonLines((await runCli(['cat', path])).stdout).map(({ c }) => c);
}

const a = groupsFile([[1, 2], [3]], { who: 'a', only: 'first' });
const b = groupsFile([[4, 5, 6]], { who: 'b', more: 'second' });

describe('marquetry merge', () => {
  it('merge copies row groups in order, with statistics and key-value metadata', async () => {
    const out = join(folder, 'merged.parquet');
    expect(await runCli(['merge', a, b, a, out, '--json'])).toEqual({
      code: 0,
      stdout: '{"files":3,"rowGroups":5,"rows":9}\n',
      stderr: '',
    });
    expect(await valuesIn(out)).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3]);
    const meta = JSON.parse((await runCli(['meta', out, '--json'])).stdout);
    expect(meta.keyValueMetadata).toEqual([
      { key: 'who', value: 'a' },
      { key: 'only', value: 'first' },
      { key: 'more', value: 'second' },
    ]);
    const bounds = meta.rowGroups.map(
      ({ rows, columns: [column] }: { rows: number; columns: { min: number; max: number }[] }) => [
        rows,
        column?.min,
        column?.max,
      ],
    );
    expect(bounds).toEqual([
      [2, 1, 2],
      [1, 3, 3],
      [3, 4, 6],
      [2, 1, 2],
      [1, 3, 3],
    ]);
    expect((await runCli(['verify', out])).code).toBe(0);
  });

  it('merge does not decode pages: a damaged page is copied unchanged', async () => {
    const damaged = fileOf(buildFile({ schema, rowGroups: [{ columns: [{ pages: [int32Page([7], { crc: 1 })] }] }] }));
    const out = join(folder, 'damaged.parquet');
    expect((await runCli(['merge', damaged, out])).code).toBe(0);
    expect((await runCli(['cat', out])).stderr).toContain("the page's checksum");
    expect((await runCli(['cat', out, '--skip-checksums'])).stdout).toBe('{"c":7}\n');
  });

  it('merge copies nested columns and dictionaries', async () => {
    for (const bytes of [mixedFile(), nestedFile()]) {
      const file = fileOf(bytes);
      const out = join(folder, 'nested.parquet');
      expect((await runCli(['merge', file, file, out, '--replace'])).code).toBe(0);
      const one = (await runCli(['cat', file])).stdout;
      expect((await runCli(['cat', out])).stdout).toBe(one + one);
    }
  });

  it.each([
    [
      'different type',
      [{ name: 'schema', numChildren: 1 }, elementOf('c', optional)],
      'c is optional INT64, but required INT32 in FIRST',
    ],
    [
      'different name',
      [{ name: 'schema', numChildren: 1 }, elementOf('d', integers)],
      'c is missing, but required INT32 in FIRST',
    ],
    [
      'different logical type',
      [{ name: 'schema', numChildren: 1 }, elementOf('c', integers, { logicalType: { kind: 'DATE' } })],
      'c is required INT32 DATE, but required INT32 in FIRST',
    ],
  ])('merge rejects a column with a %s, and writes nothing', async (_, elements, message) => {
    const other = fileOf(buildFile({ schema: elements, rowGroups: [] }));
    const out = join(folder, 'refused.parquet');
    const stderr = `marquetry: ${other}: ${message.replace('FIRST', a)}; files can be merged only if their schemas are the same\n`;
    expect(await runCli(['merge', a, other, out])).toEqual({ code: 2, stdout: '', stderr });
    expect(existsSync(out)).toBe(false);
  });

  it('merge replaces an existing file only with --replace, because the last input would be overwritten if OUT were forgotten', async () => {
    const before = readFileSync(b);
    expect(await runCli(['merge', a, b])).toEqual({
      code: 2,
      stdout: '',
      stderr: `marquetry: ${b}: the file exists; use --replace to replace it\n`,
    });
    expect(readFileSync(b)).toEqual(before);
    expect((await runCli(['merge', a])).stderr).toBe(
      'marquetry: the `merge` command needs the files to read, followed by the file to write\n',
    );
  });

  it('merge names a damaged file, and leaves no partial file', async () => {
    const bytes = readFileSync(a);
    const cut = fileOf(new Uint8Array(bytes.subarray(0, bytes.length - 20)));
    const before = readdirSync(folder);
    const { code, stderr } = await runCli(['merge', a, cut, join(folder, 'half.parquet')]);
    expect(code).toBe(1);
    expect(stderr.startsWith(`marquetry: ${cut}: CORRUPT: `)).toBe(true);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('marquetry split', () => {
  const file = groupsFile([[1, 2], [3], [4, 5, 6], [7]], { who: 'a' });

  it.each([
    [[], [[1, 2], [3], [4, 5, 6], [7]]],
    [
      ['--row-groups', '3'],
      [[1, 2, 3, 4, 5, 6], [7]],
    ],
    [
      ['--rows', '4'],
      [
        [1, 2, 3],
        [4, 5, 6, 7],
      ],
    ],
    [
      ['--rows', '1'],
      [[1, 2], [3], [4, 5, 6], [7]],
    ],
  ])('with the options %j, split writes files that merge into the same rows', async (args, expected) => {
    const prefix = join(mkdtempSync(join(folder, 'split-')), 'part');
    const { code, stdout } = await runCli(['split', file, '--prefix', prefix, '--json', ...args]);
    expect(code).toBe(0);
    const parts = jsonLines(stdout);
    expect(parts.map((part) => part['file'])).toEqual(expected.map((_, i) => `${prefix}-${i}.parquet`));
    expect(parts.map((part) => part['rows'])).toEqual(expected.map((rows) => rows.length));
    for (const [i, rows] of expected.entries()) expect(await valuesIn(`${prefix}-${i}.parquet`)).toEqual(rows);
    const meta = JSON.parse((await runCli(['meta', `${prefix}-0.parquet`, '--json'])).stdout);
    expect(meta.keyValueMetadata).toEqual([{ key: 'who', value: 'a' }]);
  });

  it('split names the new files after the input, and replaces existing files only with --replace', async () => {
    const path = join(folder, 'named.parquet');
    writeFileSync(path, readFileSync(file));
    expect((await runCli(['split', path, '--row-groups', '4'])).stdout).toContain(join(folder, 'named-0.parquet'));
    const { code, stderr } = await runCli(['split', path]);
    expect([code, stderr]).toEqual([
      2,
      `marquetry: ${join(folder, 'named-0.parquet')}: the file exists; use --replace to replace it\n`,
    ]);
    expect(existsSync(join(folder, 'named-1.parquet'))).toBe(false);
    expect((await runCli(['split', path, '--replace'])).code).toBe(0);
    expect((await runCli(['split', path, '--rows', '1', '--row-groups', '1'])).code).toBe(2);
  });

  it('split pads the numbers in file names to the length of the last one', () => {
    expect(partsOf([1, 1, 1], { rowGroups: 2, rows: undefined })).toEqual([[0, 1], [2]]);
    expect(partsOf([], { rowGroups: 1, rows: undefined })).toEqual([]);
  });
});
