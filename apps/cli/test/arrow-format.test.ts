import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile, nestedFile } from './sample.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-arrow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(...args: string[]): Promise<Record<string, unknown>[]> {
  const path = join(folder, 'rows.arrow');
  expect(await runCli([...args, '-o', path])).toEqual({ code: 0, stdout: '', stderr: '' });
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('ARROW1');
  return tableFromIPC(bytes)
    .toArray()
    .map((row) => row.toJSON());
}

const mixed = fileOf(mixedFile());
const nested = fileOf(nestedFile());
const integersFile = (...rows: number[]): string =>
  fileOf(
    buildFile({
      schema: [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)],
      rowGroups: [{ columns: [{ pages: [int32Page(rows)] }] }],
    }),
  );

describe('--format arrow', () => {
  it('--format arrow writes a file that apache-arrow can read, with columns in the order that --columns lists them', async () => {
    const rows = await rowsOf('cat', mixed, '--columns', 'na\\.me,id');
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ['na.me', 'a "b", c'],
        ['id', 1],
      ],
      [
        ['na.me', null],
        ['id', -2],
      ],
      [
        ['na.me', ''],
        ['id', 3],
      ],
    ]);
    expect(JSON.stringify(await rowsOf('cat', nested))).toBe('[{"id":7,"list":[1,2]},{"id":8,"list":[3]}]');
  });

  it('--format arrow supports the same row options as the other formats, and accepts several files', async () => {
    const a = integersFile(1, 2, 3, 4);
    const b = integersFile(5, 6);
    const values = async (...args: string[]): Promise<unknown[]> => (await rowsOf(...args)).map((row) => row['c']);
    expect(await values('cat', a, b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await values('tail', a, b, '-n', '3')).toEqual([4, 5, 6]);
    expect(await values('head', a, '-n', '0')).toEqual([]);
    expect(await values('sample', a, b, '-n', '9', '--where', 'c in (2, 6)')).toEqual([2, 6]);
    const one = await values('sample', a, b, '-n', '1', '--where', 'c in (2, 6)', '--seed', '1');
    expect([[2], [6]]).toContainEqual(one);
  });

  it('--format arrow rejects output to a terminal and --order-by, and merges files that have different columns', async () => {
    const terminal = await runCli(['cat', mixed, '--format', 'arrow'], { terminal: true });
    expect(terminal).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'marquetry: --format arrow prints binary data, which a terminal cannot show: write it to a file (-o) or a pipe\n',
    });
    const path = join(folder, 'refused.arrow');
    expect((await runCli(['cat', mixed, nested, '-o', path])).stderr).toBe('');
    const merged = tableFromIPC(readFileSync(path));
    expect(merged.schema.fields.map(({ name }) => name)).toContain('list');
    expect(merged.getChild('id')?.toArray().slice(-2)).toEqual(Int32Array.of(7, 8));
    expect((await runCli(['cat', mixed, '--order-by', 'id', '--limit', '1', '-o', path])).code).toBe(2);
  });
});
