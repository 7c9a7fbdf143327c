/** Tests `marquetry inspect`, whose server serves one file, only to the user who started it. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createCodecRegistry, createRegistry } from '@marquetry/core';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.js';
import { Interrupted, Stopped } from '../src/failure.js';
import { inspectFile } from '../src/inspect/inspect-file.js';
import { openBrowser } from '../src/inspect/open-browser.js';
import { pageFilesIn } from '../src/inspect/page-files.js';
import { type InspectorServer, startServer } from '../src/inspect/server.js';
import { createOutput } from '../src/terminal/output.js';
import { createProgress } from '../src/terminal/progress.js';
import { runCli } from './run-cli.js';

const content = new TextEncoder().encode('PAR1 the content of the file PAR1');

let folder: string;
let path: string;
let page: string;
let server: InspectorServer;
let port: number;
let token: string;

beforeEach(async () => {
  folder = mkdtempSync(join(process.env['MARQUETRY_SCRATCH'] as string, 'inspect-'));
  page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, 'assets', 'app.js'), 'export {};');
  writeFileSync(join(page, 'sw.js'), 'worker');
  writeFileSync(join(page, 'notes.txt'), 'not served');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  symlinkSync(join(folder, 'secret.js'), join(page, 'assets', 'link.js'));
  path = join(folder, 'my file%.parquet');
  writeFileSync(path, content);
  server = await startServer({ port: 0, files: await pageFilesIn(page), path, maySendTo: [] });
  port = Number(new URL(server.page).port);
  token = new URL(server.page).pathname.split('/')[1] as string;
});
afterEach(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, headers, method, agent: false }, (response) => {
      let body = '';
      response.on('data', (bytes) => (body += String(bytes)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends a raw request, which HTTP clients would change, and returns the whole response. */
function askRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.end(Buffer.from(text, 'latin1')));
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('serving the inspector page', () => {
  it('the server sends the inspector page and its files with strict security headers', async () => {
    const { status, headers, body } = await ask(`/${token}/`);
    expect([status, body]).toEqual([200, '<!doctype html><title>page</title>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy.join()).not.toContain('unsafe-inline');
    const script = await ask(`/${token}/assets/app.js?v=1`);
    expect([script.status, script.headers['content-type'], script.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export {};',
    ]);
    const head = await ask(`/${token}/assets/app.js`, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  });

  it.each([
    'sw.js',
    'notes.txt',
    'assets/link.js',
    'assets',
    'assets/',
    'none.js',
    '../secret.js',
    'assets/../index.html',
    'assets/..%2f..%2fsecret.js',
    '%2e%2e/secret.js',
    '..%5csecret.js',
    '/etc/passwd',
    'index.html%00',
    'file/',
    'file/other.parquet',
    'file/../my%20file%25.parquet',
    'file',
    '%',
    '%ff',
  ])('the server does not serve /TOKEN/%s', async (target) => {
    const { status, body } = await ask(`/${token}/${target}`);
    expect([status, body]).toEqual([404, '']);
  });

  it('the inspector page is not served at a path without the final slash, because its relative URLs would not resolve', async () => {
    expect((await ask(`/${token}`)).status).toBe(404);
  });

  it('the server accepts only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers, body } = await ask(`/${token}/`, {}, method);
      expect([status, headers['allow'], body]).toEqual([405, 'GET, HEAD', '']);
    }
  });
});

describe('requests without the token', () => {
  it('the server sends the same empty response to all requests without the token', async () => {
    const wrong = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    const answers = new Set<string>();
    for (const target of [
      '/',
      '/index.html',
      '/assets/app.js',
      `/${wrong}/`,
      `/${token.slice(1)}/`,
      `/${token}x/`,
      '//',
    ]) {
      const { status, headers, body } = await ask(target);
      const { date: _, ...others } = headers;
      answers.add(JSON.stringify([status, others, body]));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^\[404,.*"content-length":"0".*,""\]$/);
    expect((await ask(`/${wrong}/`, {}, 'POST')).status).toBe(404);
  });

  it('the token has 256 random bits, and each run has a new token', async () => {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const other = await startServer({ port: 0, files: await pageFilesIn(page), path, maySendTo: [] });
    expect(new URL(other.page).pathname).not.toBe(`/${token}/`);
    await other.close();
  });
});

describe('checking the Host header', () => {
  it.each(['example.com', 'example.com:80', '127.0.0.1.example.com', '0.0.0.0', '[::1]', '127.0.0.1:x', 'localhost.'])(
    'the server rejects the Host header %s, which a page on another site could send after DNS rebinding',
    async (host) => {
      const { status, body } = await ask(`/${token}/`, { Host: host });
      expect([status, body]).toEqual([404, '']);
    },
  );

  it('a Host header that names localhost or 127.0.0.1, with any port, is accepted', async () => {
    for (const host of [`127.0.0.1:${port}`, '127.0.0.1:9999', 'localhost', `LOCALHOST:${port}`]) {
      expect((await ask(`/${token}/`, { Host: host })).status).toBe(200);
    }
  });

  it('requests without a Host header, or with an empty one, are rejected', async () => {
    expect(await askRaw(`GET /${token}/ HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    expect(await askRaw(`GET /${token}/ HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
    expect(await askRaw(`GET /${token}/ HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('malformed HTTP requests', () => {
  const file = '/etc/passwd';
  it.each([
    ['an absolute URL', (t: string) => `http://127.0.0.1/${t}/`],
    ['a file URL', () => `file://${file}`],
    ['dots', (t: string) => `/${t}/../../../../..${file}`],
    ['dots before the token', (t: string) => `/../${t}/`],
    ['escaped dots', (t: string) => `/${t}/%2e%2e/%2e%2e/secret.js`],
    ['doubly escaped dots', (t: string) => `/${t}/%252e%252e/secret.js`],
    ['backslashes', (t: string) => `/${t}\\..\\secret.js`],
    ['an escaped NUL', (t: string) => `/${t}/index.html%00.js`],
    ['a NUL', (t: string) => `/${t}/\0`],
    ['bytes above 127', (t: string) => `/${t}/\xc0\xae\xc0\xae/secret.js`],
    ['no slash', (t: string) => t],
    ['a star', () => '*'],
    ['a path on disk', () => file],
    ['a second slash', (t: string) => `//${t}/`],
  ])('raw requests with %s do not return a file', async (_, targetOf) => {
    const answer = await askRaw(`GET ${targetOf(token)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
    expect(answer).not.toMatch(/secret|root:|doctype|content of the file/);
  });

  it('the server returns no content for malformed requests and CONNECT', async () => {
    for (const text of ['\x16\x03\x01\x02\0', 'GET\r\n\r\n', `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n`])
      expect(await askRaw(text)).not.toMatch(/ 200 /);
  });
});

describe('serving the Parquet file', () => {
  let target: string;
  beforeEach(() => {
    target = server.fileAddress as string;
  });

  it('GET returns the whole file, and HEAD returns only the headers of that response', async () => {
    expect(target).toBe(`/${token}/file/my%20file%25.parquet`);
    const whole = await ask(target);
    expect([whole.status, whole.body]).toEqual([200, 'PAR1 the content of the file PAR1']);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(content.length),
    });
    const head = await ask(target, { Range: 'bytes=0-3' }, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(content.length), '']);
    expect(head.headers['etag']).toBe(whole.headers['etag']);
  });

  it.each([
    ['bytes=0-3', 'PAR1', '0-3'],
    ['bytes=29-', 'PAR1', '29-32'],
    ['bytes=-4', 'PAR1', '29-32'],
    ['bytes=5-7', 'the', '5-7'],
    ['bytes=32-99999999999999999999', '1', '32-32'],
    ['bytes=-1000', 'PAR1 the content of the file PAR1', '0-32'],
  ])('the server returns status 206 for the range %s', async (range, body, sent) => {
    const answer = await ask(target, { Range: range });
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([206, body, `bytes ${sent}/33`]);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  it.each(['bytes=33-', 'bytes=33-40', 'bytes=99999999999999999999-', 'bytes=-0'])(
    'the server answers a request for the range %s with status 416',
    async (range) => {
      const { status, headers, body } = await ask(target, { Range: range });
      expect([status, headers['content-range'], body]).toEqual([416, 'bytes */33', '']);
    },
  );

  it.each(['bytes=0-1,4-5', 'bytes=4-2', 'bytes=-', 'items=0-1', 'bytes=a-b', 'bytes=0x1-2'])(
    'the server ignores the range %s, and sends the whole file',
    async (range) => {
      expect((await ask(target, { Range: range })).status).toBe(200);
    },
  );

  it('the server answers any range of an empty file with status 416', async () => {
    writeFileSync(path, '');
    expect((await ask(target, { Range: 'bytes=0-' })).headers['content-range']).toBe('bytes */0');
    expect(await ask(target)).toMatchObject({ status: 200, body: '' });
  });

  it('the ETag changes if the file is replaced, even by a file of the same size', async () => {
    const { headers } = await ask(target, { Range: 'bytes=0-3' });
    const etag = headers['etag'] as string;
    const of = (name: string): Promise<Answer> => ask(target, { Range: 'bytes=0-3', [name]: etag });
    expect((await of('If-Match')).status).toBe(206);
    expect((await of('If-Range')).status).toBe(206);
    expect(await of('If-None-Match')).toMatchObject({ status: 304, body: '' });
    expect((await ask(target, { 'If-Match': `"x", ${etag}` })).status).toBe(200);
    expect((await ask(target, { 'If-Match': '*' })).status).toBe(200);
    writeFileSync(
      `${path}.new`,
      content.map((byte) => byte ^ 32),
    );
    renameSync(`${path}.new`, path);
    expect(await of('If-Match')).toMatchObject({ status: 412, body: '' });
    const whole = await of('If-Range');
    expect([whole.status, whole.body.length]).toEqual([200, content.length]);
    expect(whole.headers['etag']).not.toBe(etag);
    expect((await of('If-None-Match')).status).toBe(206);
  });

  it('the response is 404 if the file was deleted or replaced by a folder', async () => {
    renameSync(path, `${path}.moved`);
    expect(await ask(target)).toMatchObject({ status: 404, body: '' });
    mkdirSync(path);
    expect((await ask(target)).status).toBe(404);
  });

  it('the connection is closed early if the file shrinks while it is being sent', async () => {
    const large = 64 * 2 ** 20;
    truncateSync(path, large);
    const received = await new Promise<{ bytes: number; isComplete: boolean }>((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path: target, agent: false }, (response) => {
        let bytes = 0;
        response.once('data', () => truncateSync(path, 100));
        response.on('data', (chunk) => (bytes += chunk.length));
        response.on('error', () => {});
        response.on('close', () => resolve({ bytes, isComplete: response.complete }));
      });
      sent.on('error', () => {});
      sent.end();
    });
    expect(received.isComplete).toBe(false);
    expect(received.bytes).toBeLessThan(large);
  });

  it('openParquet reads the served file with range requests, and detects when it is replaced', async () => {
    const count = 400_000;
    const written = async (factor: number): Promise<Uint8Array> => {
      const sink = memorySink();
      const rows = Array.from({ length: count }, (_, i) => ({ x: Math.sin(i) * factor }));
      await writeParquet(sink, rows, { rowGroupRows: count / 4, codec: 'UNCOMPRESSED', encoding: 'PLAIN' });
      return sink.bytes;
    };
    writeFileSync(path, await written(1));
    const file = await openParquet(new URL(target, server.page));
    expect(file.rowCount).toBe(count);
    const values = async (rowGroup: number): Promise<number> => {
      let length = 0;
      for await (const [column] of file.leafBatches({ rowGroups: [rowGroup] })) length += column?.values.length ?? 0;
      return length;
    };
    expect(await values(1)).toBe(count / 4);
    writeFileSync(`${path}.new`, await written(2));
    renameSync(`${path}.new`, path);
    await expect(values(2)).rejects.toThrow('the file changed while it was being read');
    await file.close();
  });
});

describe('opening the inspector page in a browser', () => {
  it('the URL that is passed to the browser redirects to the inspector page once, and expires', async () => {
    const { pathname } = new URL(server.onceTo('#url=/a'));
    expect(pathname).not.toContain(token);
    expect((await ask(pathname, {}, 'HEAD')).status).toBe(404);
    const fresh = new URL(server.onceTo('#url=/a')).pathname;
    const first = await ask(fresh);
    expect([first.status, first.headers['location'], first.body]).toEqual([302, `/${token}/#url=/a`, '']);
    expect((await ask(fresh)).status).toBe(404);
    expect((await ask(new URL(server.onceTo('#url=/a', 0)).pathname)).status).toBe(404);
    expect((await ask('/open/')).status).toBe(404);
    expect((await ask('/open/x', { Host: 'example.com' })).status).toBe(404);
  });
});

it('openBrowser passes the URL as one argument, and reports failure', async () => {
  const log = join(folder, 'opened');
  const script = `require('fs').writeFileSync(${JSON.stringify(log)}, process.argv[1])`;
  expect(await openBrowser('http://127.0.0.1/$(touch x)&"', [process.execPath, '-e', script])).toBe(true);
  expect(readFileSync(log, 'utf8')).toBe('http://127.0.0.1/$(touch x)&"');
  expect(await openBrowser('x', [process.execPath, '-e', 'process.exit(1)'])).toBe(false);
  expect(await openBrowser('x', [join(folder, 'missing')])).toBe(false);
});

/** Returns a context that records its outputs, and a function that waits for the first line. */
function contextOf(signal: AbortSignal): { context: Context; line: () => Promise<string>; errors: () => string } {
  let shown = '';
  let errors = '';
  let wake = (): void => {};
  const stream = (add: (text: string) => void): Writable =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => {
        add(String(chunk));
        wake();
        done();
      },
    });
  const stop = new AbortController();
  const output = createOutput(
    stream((text) => (shown += text)),
    {},
    stop,
  );
  const messages = createOutput(
    stream((text) => (errors += text)),
    {},
    undefined,
  );
  const context: Context = {
    output,
    messages,
    progress: createProgress(messages, { shown: false }),
    signal,
    pause: async () => {},
    plugIns: { encodings: createRegistry(), codecs: createCodecRegistry() },
    keys: {},
    env: {},
  };
  const line = async (): Promise<string> => {
    while (!shown.includes('\n')) await new Promise<void>((resolve) => (wake = resolve));
    return shown.trimEnd();
  };
  return { context, line, errors: () => errors };
}

describe('marquetry inspect', () => {
  it('inspect prints the URL, serves the page and the file, and stops on Ctrl-C', async () => {
    const controller = new AbortController();
    const { context, line, errors } = contextOf(controller.signal);
    const ended = inspectFile(path, {}, context, page);
    const url = new URL(await line());
    expect([url.protocol, url.hostname]).toEqual(['http:', '127.0.0.1']);
    const address = new URLSearchParams(url.hash.slice(1)).get('url') as string;
    port = Number(url.port);
    expect((await ask(url.pathname)).body).toContain('<title>page');
    // The page resolves this address against its own URL.
    const { pathname } = new URL(address, url);
    expect((await ask(pathname)).body).toContain('the content of the file');
    // An open connection must not delay the end of the command.
    const socket = connect({ host: '127.0.0.1', port });
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    controller.abort(new Interrupted(2));
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    await closed;
    await expect(ask(url.pathname)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(errors()).toContain('to this computer only');
  });

  it('inspect throws the abort reason of its signal', async () => {
    const reason = new Interrupted(15);
    const { context } = contextOf(AbortSignal.abort(reason));
    await expect(inspectFile(path, {}, context, page)).rejects.toBe(reason);
  });

  it('inspect --json prints JSON, and lets the browser read a file that is given as a URL', async () => {
    const controller = new AbortController();
    const { context, line } = contextOf(controller.signal);
    const ended = inspectFile('https://example.com/a b.parquet?x=1&y', { json: true }, context, page);
    const url = new URL(JSON.parse(await line()).url);
    expect(new URLSearchParams(url.hash.slice(1)).get('url')).toBe('https://example.com/a%20b.parquet?x=1&y');
    port = Number(url.port);
    const { headers } = await ask(url.pathname);
    expect(headers['content-security-policy']).toContain("connect-src 'self' http: https:;");
    controller.abort(new Interrupted(2));
    await expect(ended).rejects.toBeInstanceOf(Stopped);
  });

  it('inspect reports a missing file, a folder, a bad URL, an inspector that is not built, and a port in use', async () => {
    const { context } = contextOf(new AbortController().signal);
    await expect(inspectFile(join(folder, 'none'), {}, context, page)).rejects.toThrow('none: no such file');
    await expect(inspectFile(folder, {}, context, page)).rejects.toThrow('is a directory');
    await expect(inspectFile('http://', {}, context, page)).rejects.toThrow('not a valid URL');
    await expect(inspectFile(path, {}, context, join(folder, 'empty'))).rejects.toThrow('npm run build');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const used = (taken.address() as AddressInfo).port;
    const failed = inspectFile(path, { port: used }, context, page);
    await expect(failed).rejects.toThrow(`port ${used} is in use: choose another --port`);
    taken.close();
  });

  it('inspect rejects invalid ports and the option --host', async () => {
    for (const port of ['65536', '-1', 'x']) expect((await runCli(['inspect', path, '--port', port])).code).toBe(2);
    expect(await runCli(['inspect', path, '--host', '0.0.0.0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown option '--host'"),
    });
  });
});
