import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, it } from 'vitest';
import { chooseRows } from '../src/rows/choose-rows.js';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile } from './sample.js';

/** Writes a file with the numbers `from` to `to`, in row groups of 10 rows, and returns its path. */
function counting(from: number, to: number): string {
  const groups = Array.from({ length: Math.ceil((to - from) / 10) }, (_, i) => {
    const first = from + 10 * i;
    const rows = Array.from({ length: Math.min(10, to - first) }, (_, row) => first + row);
    return { columns: [{ pages: [int32Page(rows)] }] };
  });
  const schema = [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)];
  return fileOf(buildFile({ schema, rowGroups: groups }));
}

const a = counting(0, 25);
const b = counting(25, 30);
const c = counting(30, 100);
const empty = fileOf(
  buildFile({ schema: [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)], rowGroups: [] }),
);

async function rowsOf(...args: string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return jsonLines(stdout).map((row) => row['c']);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('several files are read as one table', () => {
  it('cat prints the rows of all files, and applies --offset and --limit across files', async () => {
    expect(await rowsOf('cat', a, empty, b, c)).toEqual(range(0, 100));
    expect(await rowsOf('cat', a, b, c, '--offset', '24', '--limit', '8')).toEqual(range(24, 32));
    expect(await rowsOf('cat', a, b, c, '--offset', '29', '--limit', '1')).toEqual([29]);
    expect(await rowsOf('cat', a, b, '--offset', '30')).toEqual([]);
  });

  it('head, tail and sample count rows across all files', async () => {
    expect(await rowsOf('head', a, b, c)).toEqual(range(0, 10));
    expect(await rowsOf('head', a, b, c, '-n', '31')).toEqual(range(0, 31));
    expect(await rowsOf('tail', a, b, c, '-n', '80')).toEqual(range(20, 100));
    expect(await rowsOf('tail', c)).toEqual(range(90, 100));
    expect(await rowsOf('tail', b, '-n', '100')).toEqual(range(25, 30));
    const sample = await rowsOf('sample', a, b, c, '-n', '40', '--seed', '7');
    expect(sample).toHaveLength(40);
    expect(sample).toEqual([...new Set(sample as number[])].sort((x, y) => x - y));
    expect(await rowsOf('sample', a, b, c, '-n', '40', '--seed', '7')).toEqual(sample);
    expect(await rowsOf('sample', a, b, c, '-n', '40', '--seed', '8')).not.toEqual(sample);
    expect(await rowsOf('sample', a, '-n', '100')).toEqual(range(0, 25));
  });

  it('head, tail and sample count only rows that match a predicate', async () => {
    const even = ['--where', 'c in (2, 4, 26, 28, 34, 98)'];
    expect(await rowsOf('head', a, b, c, '-n', '3', ...even)).toEqual([2, 4, 26]);
    expect(await rowsOf('tail', a, b, c, '-n', '3', ...even)).toEqual([28, 34, 98]);
    expect(await rowsOf('cat', a, b, c, '--offset', '1', '--limit', '3', ...even)).toEqual([4, 26, 28]);
    expect(await rowsOf('sample', a, b, c, '-n', '6', ...even)).toEqual([2, 4, 26, 28, 34, 98]);
    const two = await rowsOf('sample', a, b, c, '-n', '2', '--seed', '1', ...even);
    expect(two).toHaveLength(2);
    for (const row of two) expect([2, 4, 26, 28, 34, 98]).toContain(row);
  });

  it('--order-by orders the rows of all files, in every format', async () => {
    expect(await rowsOf('cat', a, c, b, '--order-by', 'c desc', '--limit', '3')).toEqual([99, 98, 97]);
    expect(await rowsOf('cat', c, b, '--order-by', 'c', '--limit', '7')).toEqual(range(25, 32));
    const table = await runCli(['cat', a, b, '--order-by', 'c desc', '--limit', '2', '--format', 'table']);
    expect(table.stdout).toBe(' c\n29\n28\n');
  });

  it('a quoted pattern is expanded, and its files are sorted', async () => {
    const folder = dirname(a);
    for (const [i, rows] of [range(0, 2), range(2, 4)].entries()) {
      writeFileSync(join(folder, `part-${i}.parquet`), buildFlatFile(integers, [int32Page(rows)]));
    }
    expect(await rowsOf('cat', join(folder, 'part-?.parquet'))).toEqual([0, 1, 2, 3]);
    // A file whose name equals the pattern takes precedence.
    writeFileSync(join(folder, 'part-[0].parquet'), buildFlatFile(integers, [int32Page([7])]));
    expect(await rowsOf('cat', join(folder, 'part-[0].parquet'))).toEqual([7]);
  });

  it('count prints one line per file and the total', async () => {
    expect((await runCli(['count', a])).stdout).toBe('25\n');
    expect((await runCli(['count', a, b])).stdout).toBe(`rows  file\n  25  ${a}\n   5  ${b}\n  30  total\n`);
    expect(jsonLines((await runCli(['count', a, b, '--where', 'c >= 20', '--json'])).stdout)).toEqual([
      { file: a, rows: 5 },
      { file: b, rows: 5 },
    ]);
  });

  it('CSV output has one header, with the columns of all files', async () => {
    expect((await runCli(['cat', b, b, '--format', 'csv', '--limit', '7'])).stdout).toBe(
      'c\n25\n26\n27\n28\n29\n25\n26\n',
    );
    expect((await runCli(['head', empty, '--format', 'csv'])).stdout).toBe('c\n');
    expect((await runCli(['tail', empty, '--format', 'csv'])).stdout).toBe('c\n');
    const mixed = fileOf(mixedFile());
    const names = 'id,na\\.me';
    const { stdout } = await runCli(['cat', b, mixed, '--columns', `c,${names}`, '--format', 'csv', '--offset', '4']);
    expect(stdout.split('\n').slice(0, 3)).toEqual(['c,id,na.me', '29,,', expect.stringMatching(/^,\d+,/)]);
    expect((await runCli(['cat', b, mixed])).code).toBe(0);
  });

  it('an error names the file that caused it', async () => {
    const broken = fileOf(buildFlatFile(integers, [int32Page([1], { crc: 1 })]));
    const { code, stdout, stderr } = await runCli(['cat', b, broken]);
    expect(code).toBe(1);
    expect(stdout.startsWith('{"c":25}\n')).toBe(true);
    expect(stderr.startsWith(`marquetry: ${broken}: CORRUPT: the page's checksum `)).toBe(true);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('tail and sample', () => {
  it('tail and sample read only the row groups that contain printed rows', async () => {
    // All pages except those of the last row group are damaged.
    const good = int32Page([3, 4], { crc: true });
    const bad = int32Page([1, 2], { crc: 1 });
    const schema = [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)];
    const file = fileOf(
      buildFile({
        schema,
        rowGroups: [{ columns: [{ pages: [bad] }] }, { columns: [{ pages: [bad] }] }, { columns: [{ pages: [good] }] }],
      }),
    );
    expect(await rowsOf('tail', file, '-n', '2')).toEqual([3, 4]);
    expect((await runCli(['tail', file, '-n', '3'])).code).toBe(1);
    // This seed chooses row 4 of the 6 rows.
    const seed = range(0, 100).find((each) => chooseRows(6, 1, each)[0] === 4);
    expect(await rowsOf('sample', file, '-n', '1', '--seed', String(seed))).toEqual([3]);
  });
});

describe('chooseRows', () => {
  it('chooseRows chooses every row about equally often', () => {
    const counts = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 5000; seed++) {
      for (const row of chooseRows(10, 3, seed)) counts[row] = (counts[row] ?? 0) + 1;
    }
    // The expected count is 1500, and the standard deviation is 32.
    for (const count of counts) expect(Math.abs(count - 1500)).toBeLessThan(160);
  });

  it('chooseRows can choose from more than 2^32 rows', () => {
    const rows = chooseRows(2 ** 40, 100, 3);
    expect(new Set(rows).size).toBe(100);
    expect(rows.every((row) => Number.isSafeInteger(row) && row >= 0 && row < 2 ** 40)).toBe(true);
    expect(rows.some((row) => row > 2 ** 39)).toBe(true);
  });
});

describe('byte arrays without a logical type', () => {
  const column = columnOf(PhysicalType.BYTE_ARRAY);
  const bytesFile = (items: readonly string[], more: readonly string[] = []): string => {
    const page = (rows: readonly string[]): Uint8Array =>
      buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, rows) });
    const pages = more.length === 0 ? [page(items)] : [page(items), page(more)];
    return fileOf(
      buildFile({
        schema: [{ name: 'schema', numChildren: 1 }, elementOf('s', column)],
        rowGroups: [{ columns: [{ pages }] }],
      }),
    );
  };
  /** Returns the UTF-8 bytes of a text as a string with one character per byte. */
  const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
  const print = async (path: string, ...args: string[]): Promise<string> =>
    (await runCli(['cat', path, ...args])).stdout.replaceAll(/\r?\n/g, ' ');
  const text = (path: string, ...args: string[]): Promise<string> => print(path, '--bytes', 'text', ...args);

  it('byte arrays without a logical type are printed as text if all printed values are UTF-8', async () => {
    expect(await text(bytesFile(['a', utf8('Zürich'), '']))).toBe('{"s":"a"} {"s":"Zürich"} {"s":""} ');
  });

  it('byte arrays without a logical type are base64 in JSON and text elsewhere by default', async () => {
    const path = bytesFile(['a', 'b']);
    expect(await print(path, '--format', 'json')).toBe('{"s":"YQ=="} {"s":"Yg=="} ');
    expect(await print(path, '--format', 'ndjson')).toBe('{"s":"YQ=="} {"s":"Yg=="} ');
    expect(await print(path, '--format', 'csv')).toBe('s a b ');
    expect(await print(path, '--format', 'csv', '--bytes', 'base64')).toBe('s YQ== Yg== ');
  });

  it.each([
    ['a byte that is not UTF-8', '\xff'],
    ['half a character', '\xc3'],
    ['the second half of a character', '\xbc'],
    ['a control character', 'x\0'],
  ])('all byte arrays of a column are printed as base64 if one of them contains %s', async (_, other) => {
    const encoded = Buffer.from(other, 'latin1').toString('base64');
    expect(await text(bytesFile(['a', other]))).toBe(`{"s":"YQ=="} {"s":"${encoded}"} `);
    expect(await text(bytesFile(['a'], [other]))).toBe(`{"s":"YQ=="} {"s":"${encoded}"} `);
    expect(await text(bytesFile(['a', other]), '--limit', '1')).toBe('{"s":"a"} ');
  });

  it('byte arrays are printed as base64 if a character is split between two values', async () => {
    expect(await text(bytesFile(['\xc3', '\xbc']))).toBe('{"s":"ww=="} {"s":"vA=="} ');
  });
});
