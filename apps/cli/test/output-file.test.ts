import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile } from './sample.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const mixed = fileOf(mixedFile());

describe('-o FILE', () => {
  it.each([
    ['rows.csv', 'id,price,na.me\n1,1.50,"a ""b"", c"\n'],
    ['rows.ndjson', '{"id":1,"price":1.50,"na.me":"a \\"b\\", c"}\n'],
    ['rows.md', '| id | price | na.me |\n| ---: | ---: | --- |\n| 1 | 1.50 | a "b", c |\n'],
    ['rows.txt', 'id  price  na.me\n 1   1.50  a "b", c\n'],
    ['rows', '{"id":1,"price":1.50,"na.me":"a \\"b\\", c"}\n'],
  ])('-o FILE writes %s in the format of its extension', async (name, expected) => {
    const path = join(folder, name);
    expect(await runCli(['head', mixed, '-n', '1', '-o', path], { terminal: true })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(path, 'utf8')).toBe(expected);
  });

  it('-o FILE does not change an existing file if an error occurs, and leaves no partial file', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => i);
    const broken = fileOf(buildFlatFile(integers, [int32Page(rows), int32Page([5], { crc: 1 })]));
    const path = join(folder, 'old.csv');
    writeFileSync(path, 'old');
    const before = readdirSync(folder);
    expect((await runCli(['cat', broken, '-o', path])).code).toBe(1);
    expect((await runCli(['cat', broken, '-o', join(folder, 'new.csv')])).code).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('-o FILE writes an empty file if there are no rows', async () => {
    const path = join(folder, 'empty.json');
    expect((await runCli(['head', mixed, '-n', '0', '-o', path])).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it.each([
    [tmpdir(), ' is a directory: give the path of a file'],
    ['/dev/null', ' is not a regular file, and cannot be replaced: give another path'],
    ['http://host/x.csv', ' is a URL, which cannot be written to: give the path of a file'],
  ])('-o %s makes the command exit with 2', async (path, reason) => {
    expect(await runCli(['cat', mixed, '-o', path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `marquetry: ${path}${reason}\n`,
    });
  });

  it('-o FILE exits with 2 if the folder does not exist', async () => {
    const path = join(folder, 'nowhere', 'x.csv');
    const { code, stderr } = await runCli(['cat', mixed, '-o', path]);
    expect([code, stderr.includes(path), existsSync(path)]).toEqual([2, true, false]);
  });
});

it('Markdown output escapes markup', async () => {
  const { stdout } = await runCli(['cat', fileOf(mixedFile()), '--format', 'md', '--columns', 'na\\.me,id']);
  expect(stdout).toBe('| na.me | id |\n| --- | ---: |\n| a "b", c | 1 |\n|  | -2 |\n|  | 3 |\n');
});
