/** Serves the inspector for one file until Ctrl-C. */
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.js';
import { Interrupted, Stopped, UsageError } from '../failure.js';
import { printable } from '../terminal/printable.js';
import { openBrowser } from './open-browser.js';
import { builtInspector, pageFilesIn } from './page-files.js';
import { startServer } from './server.js';

export interface InspectOptions {
  readonly port?: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

/**
 * Prints the URL of the inspector, and serves the inspector until `signal` is aborted.
 * @param folder the folder that contains the built inspector.
 * @throws Stopped after Ctrl-C; UsageError if there is no such file, the port is taken, or the inspector was not built.
 */
export async function inspectFile(
  name: string,
  { port = 0, open = false, json = false }: InspectOptions,
  { output, messages, signal }: Context,
  folder: string = builtInspector(),
): Promise<void> {
  const files = await pageFilesIn(folder);
  const url = remoteUrlOf(name);
  const path = url === undefined ? await localPathOf(name) : undefined;
  const server = await startServer({ port, files, path, maySendTo: url === undefined ? [] : ['http:', 'https:'] });
  try {
    // The page reads a local file through this server, and a URL directly.
    const target = server.fileAddress ?? (url as URL).href;
    const hash = `#url=${inHash(target)}`;
    await output.write(json ? `${JSON.stringify({ url: server.page + hash })}\n` : `${server.page}${hash}\n`);
    const shown = printable(path === undefined ? name : basename(path));
    await messages.write(`marquetry: serving the inspector for ${shown} to this computer only; Ctrl-C stops it\n`);
    if (open && !(await openBrowser(server.onceTo(hash))))
      await messages.write('marquetry: found no browser to open; open the URL yourself\n');
    await new Promise<void>((done) => {
      if (signal.aborted) done();
      else signal.addEventListener('abort', () => done(), { once: true });
    });
  } finally {
    await server.close();
  }
  const { reason } = signal;
  if (reason instanceof Interrupted && reason.exitCode === 128 + constants.signals.SIGINT) throw new Stopped();
  throw reason;
}

/** Percent-encodes a value for the fragment of a URL, where slashes and colons may be left as they are. */
function inHash(text: string): string {
  return encodeURIComponent(text).replace(/%2F/g, '/').replace(/%3A/g, ':');
}

function remoteUrlOf(name: string): URL | undefined {
  if (!/^https?:\/\//i.test(name)) return undefined;
  if (!URL.canParse(name)) throw new UsageError(`${name}: not a valid URL`);
  return new URL(name);
}

async function localPathOf(name: string): Promise<string> {
  const path = resolve(/^file:\/\//i.test(name) ? fileURLToPath(name) : name);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new UsageError(`${name}: no such file`) : error;
  });
  if (found.isFile()) return path;
  throw new UsageError(`${name} ${found.isDirectory() ? 'is a directory' : 'is not a regular file'}`);
}
