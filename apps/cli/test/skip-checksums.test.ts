import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers } from './sample.js';

const schema = [{ name: 'schema', numChildren: 1 }, elementOf('c', integers)];
const good = int32Page([1, 2], { crc: true });
const bad = int32Page([3, 4], { crc: 1 });
const file = fileOf(
  buildFile({ schema, rowGroups: [{ columns: [{ pages: [good, bad] }] }, { columns: [{ pages: [bad] }] }] }),
);
const line = (rowGroup: number, page: number): string =>
  `marquetry: ${file}: column c, row group ${rowGroup}, page ${page}: wrong checksum; page read anyway\n`;

describe('--skip-checksums', () => {
  it('--skip-checksums prints the rows of pages with a wrong checksum, and lists these pages on stderr', async () => {
    expect((await runCli(['cat', file])).code).toBe(1);
    expect(await runCli(['cat', file, '--skip-checksums'])).toEqual({
      code: 0,
      stdout: '{"c":1}\n{"c":2}\n{"c":3}\n{"c":4}\n{"c":3}\n{"c":4}\n',
      stderr: line(0, 1) + line(1, 0),
    });
  });

  it('--skip-checksums reports wrong checksums only in row groups whose rows are printed', async () => {
    expect((await runCli(['tail', file, '-n', '1', '--skip-checksums'])).stderr).toBe(line(1, 0));
    expect((await runCli(['head', file, '-n', '1', '--skip-checksums'])).stderr).toBe(line(0, 1));
  });

  it('--skip-checksums cannot be used with --order-by', async () => {
    expect(await runCli(['cat', file, '--skip-checksums', '--order-by', 'c', '--limit', '1'])).toMatchObject({
      code: 2,
      stderr: 'marquetry: --skip-checksums and --order-by cannot be used together: use only one of them\n',
    });
  });
});
