import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';
import { int32Page, integers, mixedFile } from './sample.js';

const mixed = fileOf(mixedFile());
const ofIntegers = (count: number): string =>
  fileOf(buildFlatFile(integers, [int32Page(Array.from({ length: count }, (_, i) => i))]));
const large = ofIntegers(2 ** 20);
const many = ofIntegers(2 ** 17);

describe('command-line usage', () => {
  it.each<[args: string[], message: string]>([
    [['bogus'], "unknown command 'bogus'"],
    [['cat'], "missing required argument 'files'"],
    [['pages', 'a', 'b'], "too many arguments for 'pages'. Expected 1 argument but got 2."],
    [
      ['head', 'a', '-n', '1e3'],
      "option '-n, --rows <count>' argument '1e3' is invalid. The value must be a non-negative integer.",
    ],
    [
      ['tail', 'a', '-n', '1000001'],
      "option '-n, --rows <count>' argument '1000001' is invalid. The value must be at most 1000000.",
    ],
    [['cat', '/nowhere/*.parquet'], '/nowhere/*.parquet: no file matches the pattern'],
    [['cat', 'a', '--bogus'], "unknown option '--bogus'"],
    [
      ['cat', 'a', '--limit', '-1'],
      "option '--limit <rows>' argument '-1' is invalid. The value must be a non-negative integer.",
    ],
    [['cat', '/nowhere/at.all'], '/nowhere/at.all: no such file'],
    [['cat', 'http:///'], 'http:///: not a valid URL'],
    [['cat', 'file://host/x'], 'file://host/x: a file URL must not name a host: write file:///path'],
    [['verify', '/nowhere/at.all'], '/nowhere/at.all: no such file'],
    [['pages', tmpdir()], `${tmpdir()} is a directory`],
    [['cat', mixed, '--json', '--format', 'csv'], '--json cannot be used with --format csv: use only one of them'],
  ])('marquetry exits with 2 and prints one line for the arguments %j', async (args, message) => {
    expect(await runCli(args)).toEqual({ code: 2, stdout: '', stderr: `marquetry: ${message}\n` });
  });

  it('marquetry lists the commands if no command is given', async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^marquetry: a command is required: schema, meta, pages, cat, head, tail, sample, count, plan, verify.*; see marquetry --help\n$/,
    );
  });

  it('marquetry prints help and version to stdout', async () => {
    const help = await runCli(['--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    for (const command of ['schema', 'pages', 'cat', 'verify']) expect(help.stdout).toContain(`  ${command} `);
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await runCli(['cat', '--help'])).stdout).toContain('--offset');
  });
});

describe('early exits', () => {
  it('a command exits with 0 and prints no message when the reader closes the pipe', async () => {
    let pieces = 0;
    const onOutput = (): void => {
      pieces++;
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    };
    expect(await runCli(['cat', large], { onOutput })).toMatchObject({ code: 0, stderr: '' });
    expect(pieces).toBe(1);
  });

  it('a command exits with 2 and prints a one-line error when its output cannot be written', async () => {
    const onOutput = (): void => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    };
    expect(await runCli(['cat', large], { onOutput })).toMatchObject({
      code: 2,
      stderr: 'marquetry: ENOSPC: no space left on device, write\n',
    });
  });

  it.each(['cat', 'verify', 'pages', 'schema'])('the command %s exits with 130 when interrupted', async (command) => {
    const signal = AbortSignal.abort();
    expect(await runCli([command, large], { signal })).toEqual({ code: 130, stdout: '', stderr: '' });
  });

  it('printing rows exits with 130 when interrupted between rows', async () => {
    const interrupted = new AbortController();
    const { code, stdout } = await runCli(['cat', large], {
      signal: interrupted.signal,
      onOutput: () => interrupted.abort(),
    });
    expect(code).toBe(130);
    expect(stdout.length).toBeLessThan(2 ** 18);
  });
});

const bin = fileURLToPath(new URL('../bin/marquetry.js', import.meta.url));
const built = existsSync(new URL('../dist/main.js', import.meta.url));

describe.skipIf(!built)(`the built executable${built ? '' : ' (skipped: not built)'}`, () => {
  const { NODE_OPTIONS: _, ...env } = process.env;

  it('the built executable prints rows, and reports errors with an exit code and one line', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [bin, 'cat', mixed, '--columns', 'id'], { env });
    expect(stdout).toBe('{"id":1}\n{"id":-2}\n{"id":3}\n');
    const failed = promisify(execFile)(process.execPath, [bin, 'cat', '/nowhere'], { env });
    await expect(failed).rejects.toMatchObject({ code: 2, stderr: 'marquetry: /nowhere: no such file\n' });
  });

  it('the built executable exits with 0 when its reader closes the pipe', async () => {
    const child = spawn(process.execPath, [bin, 'cat', large], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += String(text);
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect([code, errors]).toEqual([0, '']);
  });

  it('the built executable exits with 130 on Ctrl-C even if nobody reads its output', async () => {
    const child = spawn(process.execPath, [bin, 'cat', large], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('readable', resolve));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130);
  });

  const hasInspector = existsSync(new URL('../dist/inspector/index.html', import.meta.url));
  it.skipIf(!hasInspector)('the built executable serves the built inspector, and exits with 0 on Ctrl-C', async () => {
    const child = spawn(process.execPath, [bin, 'inspect', mixed], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const url = new URL(
      await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text)))),
    );
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /src="\.?\/?([^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(new URL(script, url))).status).toBe(200);
    const file = await fetch(new URL(new URLSearchParams(url.hash.slice(1)).get('url') ?? '', url), {
      headers: { Range: 'bytes=0-3' },
    });
    expect([file.status, await file.text()]).toEqual([206, 'PAR1']);
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'the signal %s ends a rewrite with exit code %i and removes the temporary file',
    async (signal, expected) => {
      const folder = mkdtempSync(join(tmpdir(), 'marquetry-signal-'));
      const out = join(folder, 'out.parquet');
      // Write thousands of row groups, so that there is time to send the signal.
      const args = [bin, 'rewrite', many, out, '--row-group-rows', '16'];
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const exit = new Promise((resolve) => child.once('exit', resolve));
      const seen = await waitFor(() => readdirSync(folder)[0]);
      child.kill(signal);
      expect([await exit, seen.endsWith('.tmp'), readdirSync(folder)]).toEqual([expected, true, []]);
      rmSync(folder, { recursive: true });
    },
  );
});

async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
