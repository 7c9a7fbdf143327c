import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { jsonLines, runCli } from './run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-from-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function write(text: string, extension = 'csv'): string {
  const path = join(folder, `${files++}.${extension}`);
  writeFileSync(path, text);
  return path;
}

const target = (): string => join(folder, `${files++}.parquet`);

describe('marquetry from', () => {
  it('`from` converts a CSV file, and infers types from its first rows', async () => {
    const out = target();
    const result = await runCli(['from', write('id,at,name\n1,2020-01-31 12:00:00,a\n2,,"b,c"\n'), out]);
    expect(result).toEqual({ code: 0, stdout: '2 rows, 1 row group from 1 file\n', stderr: '' });
    expect(jsonLines((await runCli(['cat', out])).stdout)).toEqual([
      { id: 1, at: '2020-01-31T12:00:00.000000', name: 'a' },
      { id: 2, at: null, name: 'b,c' },
    ]);
  });

  it('`from --strings` reads all columns as text, and --schema sets types', async () => {
    const csv = write('id,price\n1,2.5\n');
    const strings = target();
    await runCli(['from', csv, strings, '--strings']);
    expect((await runCli(['cat', strings])).stdout).toBe('{"id":"1","price":"2.5"}\n');
    const schema = write('{"price":{"type":"DECIMAL","precision":9,"scale":2}}', 'json');
    const typed = target();
    await runCli(['from', csv, typed, '--schema', schema]);
    expect((await runCli(['schema', typed])).stdout).toMatch(/price: DECIMAL\(9, 2\)|price.*DECIMAL\(9, 2\)/);
  });

  it('`from` converts all files of a folder, in the order of their names, to one file', async () => {
    const inner = join(folder, 'many');
    mkdirSync(inner);
    writeFileSync(join(inner, 'b.csv'), 'id\n3\n');
    writeFileSync(join(inner, 'a.csv'), 'id\n1\n2\n');
    const out = target();
    expect((await runCli(['from', inner, out])).stdout).toBe('3 rows, 1 row group from 2 files\n');
    expect(jsonLines((await runCli(['cat', out])).stdout)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('`from` stops at a row that does not fit the inferred types, suggests how to continue, and leaves no file', async () => {
    const out = target();
    const csv = write('id,b\n1,x\ny,z\n');
    const { code, stdout, stderr } = await runCli(['from', csv, out, '--sample', '1']);
    expect([code, stdout, existsSync(out)]).toEqual([1, '', false]);
    expect(stderr).toBe(
      `marquetry: CORRUPT: line 3: the cell must be a 64-bit integer, got "y"; use --strings to read all columns as text, --schema to set types, --sample to infer types from more rows, or --bad-rows skip to skip invalid rows (file ${csv}, column id)\n`,
    );
  });

  it('`from --bad-rows skip` skips rows that do not fit the inferred types, and --rejects writes them to a file', async () => {
    const out = target();
    const rejects = join(folder, 'rejects.ndjson');
    const csv = write('id,b\n1,x\ny,z\n2\n3,w\n');
    const result = await runCli(['from', csv, out, '--sample', '1', '--rejects', rejects, '--json']);
    expect(result.stdout).toBe('{"files":1,"rows":2,"badRows":2,"rowGroups":1,"columns":2}\n');
    expect(result.stderr).toBe(
      `marquetry: ${csv}: line 4: the row has 1 cell, but the table has 2 columns\n` +
        `marquetry: ${csv}: line 3, column id: the cell must be a 64-bit integer, got "y"\n` +
        'marquetry: 2 rows skipped\n',
    );
    expect(jsonLines(readFileSync(rejects, 'utf8')).map(({ line, text }) => [line, text])).toEqual([
      [4, '2'],
      [3, 'y,z'],
    ]);
  });

  it('`from` does not change an existing file without --replace', async () => {
    const out = target();
    writeFileSync(out, 'here');
    const { code, stderr } = await runCli(['from', write('a\n1\n'), out]);
    expect([code, stderr]).toEqual([2, `marquetry: ${out}: the file exists; use --replace to replace it\n`]);
    expect(readFileSync(out, 'utf8')).toBe('here');
  });

  it('`from` leaves no file if it is interrupted', async () => {
    const out = target();
    const stop = new AbortController();
    stop.abort();
    const { code } = await runCli(['from', write('a\n1\n'), out], { signal: stop.signal });
    expect([code, existsSync(out)]).toEqual([130, false]);
  });

  it.each([
    [['one.csv'], 'the `from` command needs the files to read, followed by the file to write'],
    [
      ['https://example.com/a.csv', 'b.parquet'],
      'https://example.com/a.csv: `from` cannot read URLs: download the file first',
    ],
  ])('`from` rejects the arguments %j as a usage error', async (args, message) => {
    expect(await runCli(['from', ...args])).toEqual({ code: 2, stdout: '', stderr: `marquetry: ${message}\n` });
  });

  it('`from` decompresses .gz files, and names a damaged one in the error', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `${i},"name ${i % 7}"\n`).join('');
    const packed = gzipSync(`id,name\n${rows}`);
    const gz = join(folder, 'rows.csv.gz');
    writeFileSync(gz, packed);
    expect((await runCli(['from', gz, target()])).stdout).toBe('5,000 rows, 1 row group from 1 file\n');
    for (const broken of [packed.subarray(0, packed.length >> 1), Buffer.from(packed).reverse()]) {
      writeFileSync(gz, broken);
      const out = target();
      const { code, stderr } = await runCli(['from', gz, out]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^marquetry: CORRUPT: .*gzip stream is damaged.*rows\.csv\.gz\)\n$/),
      ]);
      expect(existsSync(out)).toBe(false);
    }
  });

  it('`from` reads standard input', async () => {
    const stdin = vi.spyOn(process, 'stdin', 'get');
    try {
      stdin.mockReturnValue(Readable.from([Buffer.from('a,b\n1,'), Buffer.from('2\n')]) as typeof process.stdin);
      const out = target();
      expect((await runCli(['from', '-', out, '--format', 'csv'])).stdout).toBe('1 row, 1 row group from 1 file\n');
      expect((await runCli(['cat', out])).stdout).toBe('{"a":1,"b":2}\n');
    } finally {
      stdin.mockRestore();
    }
    expect((await runCli(['from', '-', target()])).stderr).toBe('marquetry: standard input (-) needs --format\n');
    expect((await runCli(['from', '-', 'a.csv', target()])).stderr).toBe(
      'marquetry: standard input (-) must be the only input\n',
    );
    expect((await runCli(['from', '-', target(), '--format', 'arrow'])).stderr).toBe(
      'marquetry: -: Arrow input must be an uncompressed file: decompress it, or save the stream to a file\n',
    );
  });

  it('`from` requires --format if the format cannot be inferred from the file name', async () => {
    const path = write('a\tb\n1\t2\n', 'txt');
    expect((await runCli(['from', path, target()])).stderr).toBe(
      `marquetry: ${path}: the format cannot be inferred from the name: use --format\n`,
    );
    expect((await runCli(['from', path, target(), '--format', 'tsv'])).stdout).toBe('1 row, 1 row group from 1 file\n');
  });
});
