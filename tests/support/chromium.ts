/**
 * A real browser, where there is one, and what its pages load.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const candidates = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Where Chromium is; CHROMIUM_PATH names one outright. */
export const chromium: string | undefined = candidates.find((path) => path !== undefined && existsSync(path));

/** For the name of a test. */
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

/** Bundles of the entry points for a page, by path, and the chunks beside them that they load later; made once, when first needed. */
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
 * Opens the first page of a server in a browser of its own, until `done` and until the console has said each of `ends`: only then
 * has it said all that came before. Returns the console's lines without those of `ends`.
 * @throws when the browser ends before.
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
