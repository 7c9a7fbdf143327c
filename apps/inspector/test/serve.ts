/** Serves the built inspector and test files, with range requests. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

export interface Served {
  readonly url: string;
  /** The byte ranges of Parquet files that were requested, as `[start, end)`. */
  readonly ranges: [number, number][];
  close(): Promise<void>;
}

/**
 * Starts the server. Other origins may read every response. A request for `/silent.parquet` gets no response.
 * @param files the files to serve besides the inspector, by path, such as `/nested.parquet`.
 */
export async function serve(files: ReadonlyMap<string, Uint8Array>): Promise<Served> {
  const ranges: [number, number][] = [];
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/silent.parquet') return;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'content-range, etag');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const path = dist + name;
    const isBuilt = /^[\w./-]+$/.test(name) && !name.includes('..') && existsSync(path);
    const bytes = files.get(pathname) ?? (isBuilt ? readFileSync(path) : undefined);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'accept-ranges': 'bytes' };
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
    if (range === null) {
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.end(request.method === 'HEAD' ? undefined : bytes);
      return;
    }
    const [, first = '', last = ''] = range;
    const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
    const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
    if (files.has(pathname)) ranges.push([start, end + 1]);
    const part = bytes.subarray(start, end + 1);
    const about = { 'content-range': `bytes ${start}-${end}/${bytes.length}`, 'content-length': part.length };
    response.writeHead(206, { ...headers, ...about }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    ranges,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
