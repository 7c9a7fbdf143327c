/**
 * Runs a real browser, if one is installed, and bundles the modules that its pages load.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const candidates = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** The path of the browser: CHROMIUM_PATH, or an installed Chromium. `undefined` if none is found. */
export const chromium: string | undefined = candidates.find((path) => path !== undefined && existsSync(path));

/** The name of the browser in test titles. */
export const chromiumTitle: string = chromium === undefined ? 'Chromium (not found: set CHROMIUM_PATH)' : 'Chromium';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
  '--enable-logging=stderr',
];

/**
 * Returns a function that bundles the entry points for a page, and the chunks that they load later, by path. It bundles them once, when it
 * is first called.
 */
export function lazyBundle(
  entryPoints: Readonly<Record<string, string>>,
): () => Promise<ReadonlyMap<string, Uint8Array>> {
  let bundles: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  const bundle = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
    const { outputFiles } = await build({
      entryPoints: { ...entryPoints },
      outdir: '/',
      bundle: true,
      splitting: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  };
  return () => {
    bundles ??= bundle();
    return bundles;
  };
}

/**
 * Opens the first page of a server in a new browser. Waits for `done`, and until the console has printed each text of `ends`: only then has
 * it printed all earlier lines. Returns the lines of the console, without those of `ends`.
 * @throws if the browser exits earlier.
 */
export async function visit(
  server: Server,
  done: Promise<unknown>,
  ends: readonly string[] = [],
): Promise<readonly string[]> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'marquetry-chromium-'));
  const { port } = server.address() as AddressInfo;
  const args = [...flags, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`];
  const child = spawn(chromium as string, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  let said = (): void => {};
  const allSaid = new Promise<void>((resolve) => {
    said = resolve;
  });
  const linesOf = (text: string): string[] => text.split('\n').filter((line) => /:CONSOLE[:(]/.test(line));
  const isAllSaid = (): boolean => ends.every((end) => linesOf(log).some((line) => line.includes(end)));
  if (isAllSaid()) said();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (isAllSaid()) said();
  });
  try {
    const ended = new Promise<never>((_, reject) =>
      child.once('exit', (code) => reject(new Error(`exit code ${code}`))),
    );
    await Promise.race([Promise.all([done, allSaid]), ended]);
    return linesOf(log).filter((line) => !ends.some((end) => line.includes(end)));
  } finally {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
