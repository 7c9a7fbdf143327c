/**
 * Tests the packages with runtimes other than Node, if they are on PATH: Bun, Deno, and workerd, the runtime of Cloudflare Workers. `npm
 * run test:runtimes` installs them. A skipped test names each missing runtime.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const fixtures = new URL('../fixtures/', import.meta.url);
const names = ['duckdb', 'parquet-wasm'].flatMap((writer) =>
  readdirSync(new URL(writer, fixtures)).flatMap((name) => (name.startsWith('codec-') ? [`${writer}/${name}`] : [])),
);

/** Returns the path of the program `name` on PATH, or `undefined` if it is not found. */
function onPath(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return undefined;
}

const titleOf = (name: string, path: string | undefined): string =>
  path === undefined ? `${name} (not found: npm run test:runtimes installs it)` : name;

describe.each([
  ['Bun', onPath('bun'), ['run']],
  ['Deno', onPath('deno'), ['run', '--allow-all', '--quiet']],
])('%s', (name, path, args) => {
  const program = fileURLToPath(new URL('read-fixtures.mjs', import.meta.url));
  test.skipIf(path === undefined)(
    `${titleOf(name, path)} reads every codec, and writes and reads encrypted files, in the main thread and a worker`,
    async () => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const { code, stderr, stdout } = await new Promise<{ code: unknown; stderr: string; stdout: string }>(
        (resolve) => {
          execFile(path as string, [...args, program], { env, timeout: 60_000 }, (error, stdout, stderr) =>
            resolve({ code: error === null ? 0 : (error.code ?? error.signal), stderr, stdout }),
          );
        },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect((JSON.parse(stdout) as { files: string[] }).files.sort()).toEqual([...names].sort());
    },
  );
});

const workerd = onPath('workerd');

/** A workerd configuration with one worker, which listens on a port that the system chooses. */
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .entry)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const entry :Workerd.Worker = (
  modules = [(name = "entry", esModule = embed "entry.js")],
  compatibilityDate = "2025-01-01",
);
`;

describe.skipIf(workerd === undefined)(titleOf('workerd', workerd), () => {
  let folder: string;
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marquetry-workerd-'));
    await build({
      entryPoints: [fileURLToPath(new URL('workerd-entry.ts', import.meta.url))],
      outfile: join(folder, 'entry.js'),
      bundle: true,
      platform: 'browser',
      conditions: ['workerd'],
      format: 'esm',
      target: 'es2022',
    });
    writeFileSync(join(folder, 'config.capnp'), config);
    child = spawn(workerd as string, ['serve', '--control-fd=3', 'config.capnp'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const ended = new Promise<never>((_, reject) =>
      child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`))),
    );
    ended.catch(() => {});
    const said = new Promise<string>((resolve) => {
      let text = '';
      (child.stdio[3] as Readable).setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('\n')) resolve(text);
      });
    });
    const { port } = JSON.parse(await Promise.race([said, ended])) as { port: number };
    url = `http://127.0.0.1:${port}/`;
  }, 60_000);
  afterAll(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(names)(
    'workerd reads %s, or throws an error that states that the codec needs WebAssembly',
    async (name) => {
      const response = await fetch(url, { method: 'POST', body: readFileSync(new URL(name, fixtures)) });
      const counts = (await response.json()) as Record<string, string>;
      // workerd does not compile WebAssembly at run time, and BROTLI has no JavaScript decoder.
      if (name.includes('brotli')) expect(counts['error']).toMatch(/ParquetError: .*BROTLI needs WebAssembly/);
      else {
        expect(counts).toEqual({
          id: '200 slots, 0 nulls, 200 values',
          square: '200 slots, 29 nulls, 171 values',
          eighth: '200 slots, 0 nulls, 200 values',
          name: '200 slots, 40 nulls, 160 values',
          third: '200 slots, 0 nulls, 200 values',
        });
      }
    },
  );

  test('workerd writes and reads encrypted files', async () => {
    const body = readFileSync(new URL('encrypted/pyarrow-gcm-128.parquet', fixtures));
    const response = await fetch(new URL('encrypted', url), { method: 'POST', body });
    expect(await response.json()).toEqual({ gcm: 3000, ctr: 3000, key24: 3000, foreign: 60, changed: 'CORRUPT' });
  });

  test('workerd writes rows to a file, and reads them again', async () => {
    expect(await (await fetch(url)).json()).toEqual([
      [1, ['a', 'b']],
      [2, []],
    ]);
  });
});
