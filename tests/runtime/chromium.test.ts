/**
 * Reads and writes files in a real browser, in a page and in a module worker, with and without a content-security policy. It reads every
 * codec by HTTP ranges, as a Blob and in a pool of workers, and writes a file in the pool. It also writes a ZSTD file, which DuckDB reads,
 * and writes and reads encrypted files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium, chromiumTitle, lazyBundle, visit } from '@marquetry/test-support/chromium.js';
import { expect, test } from 'vitest';
import { openDuckdb } from '../interop/judges.js';
import { expectZstdRows } from '../interop/zstd-rows.js';

const fixtures = new URL('../fixtures/duckdb/', import.meta.url);
const names = readdirSync(fixtures).filter((name) => name.startsWith('codec-'));

/** A content-security policy without `wasm-unsafe-eval`, so it forbids WebAssembly. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; report-uri /report/violation";

const expected = {
  id: '200 slots, 0 nulls, 200 values',
  square: '200 slots, 29 nulls, 171 values',
  eighth: '200 slots, 0 nulls, 200 values',
  name: '200 slots, 40 nulls, 160 values',
  third: '200 slots, 0 nulls, 200 values',
};

const bundle = lazyBundle({
  entry: fileURLToPath(new URL('chromium-entry.ts', import.meta.url)),
  // The module that the workers of a pool load is a separate entry.
  worker: fileURLToPath(new URL('../../packages/parallel/dist/worker.js', import.meta.url)),
});

interface Site {
  readonly scripts: ReadonlyMap<string, Uint8Array>;
  /** Names of the files that the page reads. */
  readonly files: readonly string[];
  /** True if the page writes a ZSTD file, which starts WebAssembly. */
  readonly writesZstd: boolean;
  /** The content-security policy of every response. */
  readonly policy?: string;
  readonly onReport: (where: string, report: unknown) => void;
}

/** Starts a server for the page, its bundle and the files, with byte ranges. It passes the reports of the page to `onReport`. */
function serve({ scripts, files, writesZstd, policy, onReport }: Site) {
  const send = (response: ServerResponse, type: string, body: string | Uint8Array): void => {
    const headers = { 'Content-Type': type, ...(policy !== undefined && { 'Content-Security-Policy': policy }) };
    response.writeHead(200, headers).end(body);
  };
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (path.startsWith('/report/')) {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        response.end();
        onReport(path.slice('/report/'.length), JSON.parse(text));
      });
    } else if (path === '/') send(response, 'text/html', '<script type="module" src="/entry.js"></script>');
    else if (path === '/site.json') send(response, 'application/json', JSON.stringify({ files, writesZstd }));
    else if (path.startsWith('/files/')) sendFile(request, response, path.slice('/files/'.length));
    else if (scripts.has(path)) send(response, 'text/javascript', scripts.get(path) as Uint8Array);
    else response.writeHead(404).end();
  });
}

function sendFile(request: IncomingMessage, response: ServerResponse, name: string): void {
  const bytes = readFileSync(new URL(name.startsWith('encrypted/') ? `../${name}` : name, fixtures));
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range === null) {
    response.writeHead(200).end(bytes);
    return;
  }
  const first = Number(range[1]);
  const last = Math.min(Number(range[2]), bytes.length - 1);
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${bytes.length}`, ETag: '"1"' });
  response.end(bytes.subarray(first, last + 1));
}

/** Opens the page, waits until it and its worker have reported, and returns their reports by name, with the lines of the console. */
async function reportsOf(site: Omit<Site, 'onReport' | 'scripts'>) {
  const reports: [where: string, report: unknown][] = [];
  let done = (): void => {};
  const both = new Promise<void>((resolve) => {
    done = resolve;
  });
  const server = serve({
    ...site,
    scripts: await bundle(),
    onReport: (where, report) => {
      reports.push([where, report]);
      if (reports.filter(([name]) => name === 'page' || name === 'worker').length === 2) done();
    },
  });
  const console = await visit(server, both, ['end of page', 'end of worker']);
  return { reports: Object.fromEntries(reports), console };
}

const expectedOf = (files: readonly string[]): Record<string, unknown> =>
  Object.fromEntries<unknown>([
    ...files.map((name) => [name, { byUrl: expected, asBlob: expected, inWorkers: expected }] as const),
    ['written', 'the same bytes, 5000 rows'],
    // Chromium does not support AES with 24-byte keys.
    ['encrypted', { gcm: 3000, ctr: 3000, key24: 'UNSUPPORTED', foreign: 60, changed: 'CORRUPT' }],
  ]);

test.skipIf(chromium === undefined)(
  `${chromiumTitle} reads every codec in a page, a worker and a pool of workers, and writes a file in the pool`,
  { timeout: 60_000 },
  async () => {
    const { reports, console } = await reportsOf({ files: names, writesZstd: true });
    const { page, worker } = reports as Record<'page' | 'worker', Record<string, unknown>>;
    const zstd = { zstd: expect.any(String) };
    expect(page).toEqual({ ...expectedOf(names), ...zstd });
    expect(worker).toEqual({ ...expectedOf(names), ...zstd });
    expect(console).toEqual([]);
    const duckdb = await openDuckdb();
    try {
      expectZstdRows(await duckdb.read(Buffer.from(String(page['zstd']), 'base64')));
      expect(worker['zstd']).toBe(page['zstd']);
    } finally {
      duckdb.close();
    }
  },
);

test.skipIf(chromium === undefined)(
  `${chromiumTitle} explains in an error how to allow WebAssembly if the content-security policy prevents writing ZSTD`,
  { timeout: 60_000 },
  async () => {
    const { reports } = await reportsOf({ files: [], writesZstd: true, policy: strictPolicy });
    const { zstd } = reports['page'] as Record<string, unknown>;
    expect(zstd).toContain('ParquetError: ZSTD cannot compress here: WebAssembly did not start; allow it');
  },
);

test.skipIf(chromium === undefined)(
  `${chromiumTitle} reads every codec but BROTLI under a content-security policy that forbids WebAssembly, without a violation`,
  { timeout: 60_000 },
  async () => {
    const files = names.filter((name) => !name.includes('brotli'));
    const { reports, console } = await reportsOf({ files, writesZstd: false, policy: strictPolicy });
    expect(reports).toEqual({ page: expectedOf(files), worker: expectedOf(files) });
    expect(console).toEqual([]);
  },
);

test.skipIf(chromium === undefined)(
  `${chromiumTitle} reports a policy violation for BROTLI, which shows that these tests detect violations`,
  { timeout: 60_000 },
  async () => {
    const files = names.filter((name) => name.includes('brotli'));
    const { reports } = await reportsOf({ files, writesZstd: false, policy: strictPolicy });
    expect(String(reports['page'])).toContain('BROTLI needs WebAssembly');
    expect(reports['violation']).toMatchObject({ 'csp-report': { 'blocked-uri': 'wasm-eval' } });
  },
);
