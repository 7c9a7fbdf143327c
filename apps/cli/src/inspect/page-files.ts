/** The files of the built inspector. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../failure.js';

/** A file of the inspector. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
}

/** The content types of the files that a build may contain. Other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.parquet': 'application/vnd.apache.parquet',
};

/**
 * Files of the build that are not served. A service worker would outlive the server, and cache the page under a token
 * that is no longer valid. The inspector also works without a service worker.
 */
const omitted: ReadonlySet<string> = new Set(['sw.js']);

/** Returns the folder of the built inspector that this package includes. */
export function builtInspector(): string {
  // The first folder is next to the built command; the second is used if the command runs from its sources.
  const folders = ['./inspector', '../../dist/inspector'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? (folders[0] as string);
}

/**
 * Lists the files of the inspector, by path relative to `folder`, with `/` between names. Only the listed files are
 * served, so a request cannot name another file.
 * @throws UsageError if the folder has no index.html.
 */
export async function pageFilesIn(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    // Symbolic links are not listed, so nothing outside the folder is served.
    const type = types[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || type === undefined || omitted.has(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), { path, type });
  }
  if (files.has('index.html')) return files;
  throw new UsageError(
    'this installation does not contain the inspector: install @marquetry/cli, or run `npm run build` in the repository',
  );
}
