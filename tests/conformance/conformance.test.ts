/**
 * Reads the files of the Apache project: the built command line prints the expected rows and checksums, and `verify`,
 * run from its source, finds only the known faults. The tests are skipped if the files or Python are not found.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = resolve(root, '../shared/parquet-testing');
const conform = resolve(root, '../shared/conformance/conform.py');
const expectations = resolve(root, '../shared/conformance/expect');
const cli = join(root, 'node_modules/.bin/marquetry');
const timeout = 300_000;
/** The file that only a full run tests, because reading it takes about 15 seconds and gigabytes of memory. */
const huge = 'data/large_string_map.brotli.parquet';

function missing(): string | undefined {
  if (!existsSync(files)) return 'the files are not found';
  if (!existsSync(conform)) return 'the expectations are not found';
  return undefined;
}

function missingPython(): string | undefined {
  return spawnSync('python3', ['--version']).status === 0 ? missing() : 'python3 is not found';
}

interface Run {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[]): Promise<Run> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((done) => {
    execFile(command, args, { env: { ...env, NO_COLOR: '1' }, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : (error.code ?? error.signal), stdout, stderr }),
    );
  });
}

const noPython = missingPython();
describe.skipIf(noPython !== undefined)(
  `conformance of rows and checksums${noPython === undefined ? '' : ` (skipped: ${noPython})`}`,
  () => {
    // conform.py has no option to leave a file out, so patterns select all files except the huge one. It starts the command line
    // several times per file, so a quick run tests half of the files, including all with pages v2, checksums, nested columns and
    // delta encodings.
    const patterns = ['bad_data/*', 'data/[a-d]*', 'data/n*', ...fullOr(['data/[!a-dln]*', 'data/l[!a]*'], [])];

    const hold = async (pattern: string): Promise<void> => {
      const jobs = String(Math.min(4, availableParallelism()));
      const options = ['--cli', cli, '--crc', '--only', pattern, '--jobs', jobs, '--timeout', '120'];
      const { status, stdout, stderr } = await run('python3', [conform, ...options]);
      expect(stderr).toBe('');
      const lines = stdout.trim().split('\n');
      expect(lines.slice(0, -1)).toEqual([]);
      expect(lines.at(-1)).toMatch(/^([1-9]\d*) of \1 hold$/);
      expect(status).toBe(0);
    };

    test.for(patterns)('every file that matches %s has the expected rows and checksums', { timeout }, hold);

    const when = isFull ? '' : ' (skipped: strings of 1 GiB are left to npm run test:full)';
    test.skipIf(!isFull)(`${huge} has the expected rows and checksums${when}`, { timeout }, () => hold(huge));
  },
);

interface Case {
  readonly name: string;
  /** True if the file must be accepted: all its pages and levels are valid. */
  readonly isGood: boolean;
}

/**
 * Returns every file of data/ and bad_data/. The full run also returns the files with VARIANT columns. A file that must
 * be rejected counts as bad; in some VARIANT files, only the rows are invalid.
 */
function cases(): Case[] {
  if (missing() !== undefined) return [];
  const variants = isFull ? ['shredded_variant/*.parquet'] : [];
  const names = globSync(['data/**/*.parquet', 'bad_data/*.parquet', ...variants], { cwd: files });
  const isBad = (name: string): boolean => existsSync(join(expectations, `${name}.fail.json`));
  return names.sort().map((name) => ({ name, isGood: name.startsWith('shredded_variant/') || !isBad(name) }));
}

const reason = missing();
describe.skipIf(reason !== undefined)(`public test files${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const all = cases();
  if (all.length === 0) test('verify accepts every file of the public test sets', () => {});

  const accept = async (name: string): Promise<void> => {
    const { code, stderr } = await runCli(['verify', join(files, name)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  };

  const good = all.filter(({ isGood, name }) => isGood && name !== huge);
  test.for(good)('verify accepts $name', { timeout }, ({ name }) => accept(name));

  const when = isFull ? '' : ' (skipped: strings of 1 GiB are left to npm run test:full)';
  test.skipIf(!isFull)(`verify accepts ${huge}${when}`, { timeout }, () => accept(huge));

  test.for(all.filter(({ isGood }) => !isGood))('rejects $name', { timeout }, async ({ name }) => {
    const { code, stdout, stderr } = await runCli(['verify', join(files, name), '--json']);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
    expect(`${stdout}${stderr}`.trim()).not.toBe('');
  });

  const encrypted = reason === undefined ? globSync('data/*.encrypted', { cwd: files }).sort() : [];
  test.for(encrypted)('the `cat` command names the key or AAD prefix that %s needs', { timeout }, async (name) => {
    const { code, stdout, stderr } = await runCli(['cat', join(files, name)]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/no key for|AAD prefix/);
    expect(stderr).toMatch(/add --(key|aad-prefix) /);
  });

  test('the `pages` command reports exactly the corrupt pages of a file with bad checksums', { timeout }, async () => {
    const name = 'data/datapage_v1-corrupt-checksum.parquet';
    const expected = (JSON.parse(readFileSync(join(expectations, 'crc.json'), 'utf8')) as Record<string, PageCrc[]>)[
      name
    ];
    const { stdout } = await run(cli, ['pages', join(files, name), '--json']);
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PageCrc);
    expect(pages.map(({ column, crc }) => ({ column, crc }))).toEqual(
      expected?.map(({ column, crc }) => ({ column, crc })),
    );
  });
});

interface PageCrc {
  readonly column: string;
  readonly crc: string;
}
