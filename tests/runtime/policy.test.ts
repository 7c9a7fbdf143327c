/**
 * Content-security policies in a real browser: files in every codec but BROTLI are read without a violation and without console output,
 * even if the page must not connect to anything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { chromium, chromiumTitle, lazyBundle, visit } from '@marquetry/test-support/chromium.js';
import { fullOr } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';

const fixtures = new URL('../fixtures/', import.meta.url);
const names = ['duckdb', 'parquet-wasm'].flatMap((writer) =>
  readdirSync(new URL(writer, fixtures)).flatMap((name) => (name.startsWith('codec-') ? [`${writer}/${name}`] : [])),
);
const unbrotli = names.filter((name) => !name.includes('brotli'));

interface Policy {
  readonly policy: string;
  /** True if the policy allows a page to start a worker by a URL. */
  readonly startsWorker: boolean;
}

const policies: Readonly<Record<string, Policy>> = {
  'its own scripts, and no connections': {
    policy: "default-src 'self'; connect-src 'none'",
    startsWorker: true,
  },
  // Only a full run tests this policy, because chromium.test.ts tests a page under the same policy.
  ...fullOr<Readonly<Record<string, Policy>>>(
    {
      'nothing but its own scripts': {
        policy: "default-src 'none'; script-src 'self'; worker-src 'self'",
        startsWorker: true,
      },
    },
    {},
  ),
  'WebAssembly, and no connections': {
    policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'none'",
    startsWorker: true,
  },
  'trusted types': {
    policy: "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    startsWorker: false,
  },
};

const bundle = lazyBundle({ entry: fileURLToPath(new URL('policy-entry.ts', import.meta.url)) });

interface Visited {
  /** For `page` and `worker`, the result for each file: its counts, or the error. */
  readonly reports: Readonly<Record<string, unknown>>;
  readonly violations: readonly string[];
  readonly console: readonly string[];
}

async function visitUnder({ policy, startsWorker }: Policy, files: readonly string[]): Promise<Visited> {
  const scripts = await bundle();
  const embedded = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, fixtures), 'base64')]));
  const texts = new Map([
    ['/files.js', `export default ${JSON.stringify(embedded)}`],
    ['/worker.js', `export default ${startsWorker}`],
  ]);
  const reports: Record<string, unknown> = {};
  const violations: string[] = [];
  /** The contexts (page or worker) that have not yet reported the intentional violation at their end. */
  const running = new Set(startsWorker ? ['page', 'worker'] : ['page']);
  let done = (): void => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const onViolation = (text: string): void => {
    const ended = [...running].find((where) => text.includes(endOf(where)));
    if (ended === undefined) violations.push(text);
    else if (running.delete(ended) && running.size === 0) done();
  };
  const server: Server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const send = (type: string, body: string | Uint8Array): unknown => {
      const header = `${policy}; report-uri /violation`;
      return response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': header }).end(body);
    };
    const reported = /^\/report\/(page|worker)\.js$/.exec(pathname)?.[1];
    if (pathname === '/violation') {
      const text = await new Response(Readable.toWeb(request) as ReadableStream).text();
      response.end();
      onViolation(text);
    } else if (reported !== undefined) {
      reports[reported] = JSON.parse(decodeURIComponent(search.slice(1)));
      send('text/javascript', 'export default 0');
    } else if (pathname === '/') {
      send('text/html', '<script type="module" src="/entry.js"></script>');
    } else {
      const body = texts.get(pathname) ?? scripts.get(pathname);
      if (body === undefined) response.writeHead(404).end();
      else send('text/javascript', body);
    }
  });
  const console = await visit(server, all, [...running].map(endOf));
  return { reports, violations, console };
}

/** Returns the URL of the script that policy-entry.ts imports at its end. */
const endOf = (where: string): string => `https://${where}.invalid`;

const allRead = Object.fromEntries(unbrotli.map((name) => [name, '1000 slots, 200 rows']));

describe(chromiumTitle, () => {
  test.skipIf(chromium === undefined).each(Object.entries(policies))(
    'Chromium reads every codec but BROTLI under a policy that allows %s, without a violation or console output',
    { timeout: 60_000 },
    async (_, policy) => {
      const { reports, violations, console } = await visitUnder(policy, unbrotli);
      expect(reports).toEqual({ page: allRead, ...(policy.startsWorker && { worker: allRead }) });
      expect(violations).toEqual([]);
      expect(console).toEqual([]);
    },
  );

  test.skipIf(chromium === undefined)(
    'Chromium reports a policy violation for BROTLI, which shows that these tests detect violations',
    { timeout: 60_000 },
    async () => {
      const policy = policies['its own scripts, and no connections'] as Policy;
      const { violations } = await visitUnder(
        { ...policy, startsWorker: false },
        names.filter((name) => name.includes('brotli')),
      );
      expect(violations.length).toBeGreaterThan(0);
      expect(violations.every((text) => text.includes('wasm-eval'))).toBe(true);
    },
  );
});
