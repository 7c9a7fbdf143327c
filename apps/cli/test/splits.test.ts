import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encryption } from '@marquetry/encryption';
import { writeParquet } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, runCli } from './run-cli.js';

const main = fileURLToPath(new URL('../bin/marquetry.js', import.meta.url));
let folder: string;
let path: string;
let other: string;
beforeAll(async () => {
  folder = mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, 'cli-splits-'));
  path = join(folder, 'a.parquet');
  other = join(folder, 'b.parquet');
  const rows = Array.from({ length: 4000 }, (_, i) => ({
    id: i,
    key: (i * 7919) % 100,
    name: i % 5 === 0 ? null : `n${i % 40}`,
  }));
  await writeParquet(path, rows, { rowGroupRows: 500 });
  await writeParquet(other, rows.slice(0, 700), { rowGroupRows: 500 });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line with text on standard input. */
function runWith(input: string, args: readonly string[]): Promise<Ended> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const SPLITS_KEY = '000102030405060708090a0b0c0d0e0f';
  const child = spawn(process.execPath, [main, 'splits', ...args], { env: { ...env, NO_COLOR: '1', SPLITS_KEY } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text));
  child.stderr.on('data', (text: Buffer) => (stderr += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

const newOut = (): string => mkdtempSync(join(folder, 'out-'));
const plan = async (...args: string[]): Promise<string> => (await runCli(['splits', 'plan', ...args])).stdout;

describe.skipIf(!existsSync(join(main, '../../dist/main.js')))('splits', () => {
  test('splits plan, exec and commit together write one file with the rows that match the predicate', async () => {
    const out = newOut();
    const lines = await plan(path, other, path, '--where', 'key < 30', '--target-bytes', '9000');
    const splits = jsonLines(lines);
    expect(splits.length).toBeGreaterThan(2);
    expect(new Set(splits.map(({ id }) => id)).size).toBe(splits.length);
    expect(await plan(path, other, path, '--where', 'key < 30', '--target-bytes', '9000')).toBe(lines);
    const ended = await runWith(lines, ['exec', '--output', out, '--attempt', 'w1']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const results = jsonLines(ended.stdout);
    expect(results.map(({ splitId, attempt }) => ({ splitId, attempt }))).toEqual(
      splits.map(({ id }) => ({ splitId: id, attempt: 'w1' })),
    );
    for (const line of ended.stdout.trimEnd().split('\n')) expect(line.length).toBeLessThan(2048);
    const file = join(folder, 'results.ndjson');
    writeFileSync(file, ended.stdout);
    const { code, stdout } = await runCli(['splits', 'commit', file, out, '--mode', 'one-file', '--json']);
    const [commit] = jsonLines(stdout);
    expect(code).toBe(0);
    expect(commit).toMatchObject({ created: true, repeated: 0, mode: 'one-file', files: [{ key: 'data.parquet' }] });
    const counted = async (...args: string[]): Promise<unknown> =>
      jsonLines((await runCli(['count', ...args, '--json'])).stdout)[0]?.['rows'];
    const expected =
      2 * Number(await counted(path, '--where', 'key < 30')) + Number(await counted(other, '--where', 'key < 30'));
    expect(commit?.['rows']).toBe(expected);
    expect(await counted(join(out, 'data.parquet'))).toBe(expected);
    // A second commit prints that the plan was already committed. A sweep removes the outputs of the splits.
    const again = await runCli(['splits', 'commit', file, out, '--mode', 'one-file']);
    expect(again.stdout).toContain('(the plan was already committed)');
    const swept = await runCli(['splits', 'sweep', out, '--older-than', '0', '--published', '--json']);
    expect(jsonLines(swept.stdout)).toHaveLength(splits.length);
    expect(readdirSync(join(out, '_parts'))).toEqual([]);
  });

  test('splits exec prints each result before it reads the next line', async () => {
    const [first = '', second = ''] = (await plan(path, '--target-bytes', '9000')).split('\n');
    const child = spawn(process.execPath, [main, 'splits', 'exec', '--task', 'count'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    let wake = (): void => {};
    child.stdout.on('data', (text: Buffer) => {
      lines.push(...String(text).trimEnd().split('\n'));
      wake();
    });
    for (const [i, line] of [first, second].entries()) {
      const printed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      child.stdin.write(`${line}\n`);
      await printed;
      expect(lines).toHaveLength(i + 1);
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });

  test('splits commit combines the results of the tasks `count` and `statistics`, and of a task from a module, into one value', async () => {
    const out = newOut();
    const lines = await plan(path, '--target-bytes', '9000', '--columns', 'key,name');
    const counts = await runWith(await plan(path, '--columns', '', '--where', 'key < 10', '--target-bytes', '9000'), [
      'exec',
      '--task',
      'count',
    ]);
    expect((await runWith(counts.stdout, ['commit', '-', out])).stdout).toContain('{"rows":400}');
    const statistics = await runWith(lines, ['exec', '--task', 'statistics', '--columns', 'key']);
    const found = await runWith(statistics.stdout, ['commit', '-', newOut(), '--json']);
    expect(jsonLines(found.stdout)[0]?.['value']).toMatchObject({
      rows: 4000,
      columns: { key: { values: 4000, nulls: 0 } },
    });
    const module = join(folder, 'task.mjs');
    writeFileSync(
      module,
      `export default { name: 'nulls', writes: false, run: async ({ batches }) => {
        let nulls = 0;
        for await (const [name] of batches({ columns: ['name'] })) nulls += name.nulls.nullCount;
        return { nulls };
      }, combine: (values) => ({ nulls: values.reduce((sum, { nulls }) => sum + nulls, 0) }) };`,
    );
    const own = await runWith(lines, ['exec', '--task', module]);
    expect(own.stderr).toBe('');
    expect((await runWith(own.stdout, ['commit', '-', newOut(), '--task', module])).stdout).toContain('{"nulls":800}');
  });

  test('splits exec writes sorted rows with the task `sort`, and only matching rows with the task `filter`', async () => {
    const out = newOut();
    const lines = await plan(path);
    const sorted = await runWith(lines, [
      'exec',
      '--task',
      'sort',
      '--sort-by',
      'key,-id',
      '--output',
      out,
      '--codec',
      'GZIP',
    ]);
    await runWith(sorted.stdout, ['commit', '-', out]);
    const head = await runCli(['head', join(out, 'part-00000.parquet'), '-n', '2', '--json']);
    expect(jsonLines(head.stdout).map(({ key, id }) => [key, id])).toEqual([
      [0, 3900],
      [0, 3800],
    ]);
    const filtered = await runWith(lines, ['exec', '--task', 'filter', '--where', 'id >= 3990', '--output', newOut()]);
    expect(jsonLines(filtered.stdout)[0]).toMatchObject({ output: { rows: 10 }, task: 'filter' });
  });

  test('splits exec reads encrypted files with their keys, and writes outputs encrypted with a key, or in plaintext on request', async () => {
    const sealed = join(folder, 'sealed.parquet');
    const bytes = Uint8Array.from({ length: 16 }, (_, i) => i);
    const rows = Array.from({ length: 300 }, (_, i) => ({ id: i }));
    await writeParquet(sealed, rows, { encryption: encryption({ footerKey: { bytes, metadata: 'k' } }) });
    const key = ['--key', 'k=env:SPLITS_KEY'];
    const { stdout: lines } = await runWith('', ['plan', sealed, ...key, '--where', 'id < 100']);
    expect(jsonLines(lines)[0]).toMatchObject({ needs: { encrypted: true } });
    const keyless = await runWith(lines, ['exec', '--task', 'count']);
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('no key for the footer') });
    expect(jsonLines((await runWith(lines, ['exec', '--task', 'count', ...key])).stdout)[0]).toMatchObject({
      value: { rows: 100 },
    });
    const out = newOut();
    expect(await runWith(lines, ['exec', '--output', out, ...key])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in plaintext'),
    });
    const written = await runWith(lines, ['exec', '--output', out, ...key, '--encrypt', 'k']);
    await runWith(written.stdout, ['commit', '-', out, '--mode', 'one-file', ...key, '--encrypt', 'k']);
    const file = join(out, 'data.parquet');
    expect((await runCli(['count', file])).code).toBe(2);
    const counted = await runCli(['count', file, '--key', 'k=env:K', '--json'], {
      env: { K: '000102030405060708090a0b0c0d0e0f' },
    });
    expect(jsonLines(counted.stdout)[0]).toEqual({ rows: 100 });
    const plain = newOut();
    const opened = await runWith(lines, ['exec', '--output', plain, ...key, '--decrypt']);
    await runWith(opened.stdout, ['commit', '-', plain]);
    expect(jsonLines((await runCli(['count', join(plain, 'part-00000.parquet'), '--json'])).stdout)[0]).toEqual({
      rows: 100,
    });
  });

  test('splits exec prints the results of the splits before the one that fails, then one line with the location of the error in the file', async () => {
    const out = newOut();
    const broken = join(folder, 'broken.parquet');
    const bytes = readFileSync(path);
    writeFileSync(broken, bytes);
    const lines = (await plan(broken, '--target-bytes', '9000')).trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) as string) as {
      parts: { ranges: [number, number][]; rowGroups: number[]; source: { version: string } }[];
    };
    const at = last.parts[0]?.ranges[0]?.[0] as number;
    writeFileSync(
      broken,
      bytes.map((byte, i) => (i === at + 60 ? byte ^ 0xff : byte)),
    );
    // Plan the damaged version of the file.
    const damaged = (await plan(broken, '--target-bytes', '9000')).trimEnd();
    const { code, stderr, stdout } = await runWith(damaged, ['exec', '--output', out]);
    expect(code).toBe(1);
    expect(jsonLines(stdout)).toHaveLength(lines.length - 1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`file ${broken}, column id, row group ${last.parts[0]?.rowGroups[0]}, page \\d`));
    expect(readdirSync(join(out, '_parts'))).toHaveLength(lines.length - 1);
    // The first plan is for the version of the file before the damage.
    const stale = await runWith(lines.join('\n'), ['exec', '--output', newOut()]);
    expect(stale).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the file has changed since the split was planned'),
    });
    rmSync(broken);
    expect(await runWith(lines.join('\n'), ['exec', '--output', newOut()])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('file not found'),
    });
  });

  test.each([
    [['plan', '/nowhere.parquet'], 2, '/nowhere.parquet'],
    [['plan', 'PATH', '--columns', 'none'], 2, 'none'],
    [['plan', 'PATH', '--where', 'key <'], 2, '--where'],
    [['exec'], 2, 'with --output'],
    [['exec', '--task', 'sort', '--output', 'x'], 2, 'requires --sort-by'],
    [['exec', '--task', 'count', '--codec', 'GZIP'], 2, '--codec'],
    [['exec', '--task', 'none'], 2, 'no task is named none'],
    [['exec', '--task', './none.mjs'], 2, './none.mjs'],
    [
      ['exec', '--task', 'count', '--attempt', '../x'],
      2,
      '--attempt must have 1 to 64 letters, digits, _ or -, and start with a letter or digit, got ../x',
    ],
    [['exec', '--output', 'ftp://x/y'], 2, 'the target must be a folder or s3://BUCKET/PREFIX'],
    [['exec', '--output', 's3://bucket/x'], 2, 'AWS_ACCESS_KEY_ID'],
    [['commit', '/nowhere', 'x'], 2, '/nowhere'],
    [['commit', '-', 'x', '--name', 'y'], 2, '--name requires --mode one-file'],
    [['commit', '-', 'OUT'], 1, 'there are no results to commit'],
  ] as const)(
    'splits with the arguments %j exits with %i and prints a line that contains %s',
    async (args, code, text) => {
      const given = args.map((arg) => (arg === 'PATH' ? path : arg === 'OUT' ? newOut() : arg));
      const ended = await runWith('', given);
      expect(ended).toMatchObject({ code, stdout: '' });
      expect(ended.stderr).toContain(text);
      expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    },
  );

  test('splits exec exits with 1, prints one line and writes no file if its input is not a valid split', async () => {
    const [line = ''] = (await plan(path)).split('\n');
    const split = JSON.parse(line) as object;
    for (const input of [
      'x',
      '[]',
      '{"version":1}',
      JSON.stringify({ ...split, id: '0'.repeat(64) }),
      line.slice(0, -9),
    ]) {
      const out = join(newOut(), 'inner');
      const ended = await runWith(`${input}\n`, ['exec', '--output', out]);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(existsSync(out)).toBe(false);
    }
  });
});
