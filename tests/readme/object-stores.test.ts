/**
 * Runs the byte sources in docs/object-stores.md with stand-ins for the clients of each SDK, which read byte ranges from a local server.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ByteSource, memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: Server;
let url: string;
let bytes: Uint8Array;
let requests: string[] = [];

beforeAll(async () => {
  const rows = memorySink();
  await writeParquet(rows, [
    { id: 1n, city: 'Lima' },
    { id: 2n, city: null },
  ]);
  bytes = rows.bytes;
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.range ?? ''} ${request.headers['if-match'] ?? ''}`.trim());
    const size = { ETag: '"v1"', 'Content-Length': bytes.length };
    if (request.method === 'HEAD') return void response.writeHead(200, size).end();
    const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? [];
    return void response.writeHead(206).end(bytes.subarray(first, last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Requests a range of one version of the file. */
const get = (range: string, version: string | undefined): Promise<Response> =>
  fetch(url, { headers: { Range: range, ...(version !== undefined && { 'If-Match': version }) } });
const head = (): Promise<Response> => fetch(url, { method: 'HEAD' });
const rangeOf = (offset: number, length: number): string => `bytes=${offset}-${offset + length - 1}`;
const bytesOf = async (response: Promise<Response>): Promise<Buffer> =>
  Buffer.from(await (await response).arrayBuffer());

interface Command {
  readonly name: 'head' | 'get';
  readonly input: { readonly Range: string; readonly IfMatch: string };
}

const s3 = {
  send: async ({ name, input }: Command) => {
    if (name === 'get') {
      const body = await bytesOf(get(input.Range, input.IfMatch));
      return { Body: { transformToByteArray: async () => body } };
    }
    const { headers } = await head();
    return { ContentLength: Number(headers.get('Content-Length')), ETag: headers.get('ETag') };
  },
};
const r2 = {
  head: async () => ({ size: Number((await head()).headers.get('Content-Length')), etag: '"v1"' }),
  get: async (_: string, options: { range: { offset: number; length: number }; onlyIf: { etagMatches: string } }) =>
    get(rangeOf(options.range.offset, options.range.length), options.onlyIf.etagMatches),
};
const gcs = {
  file: (_: string, options: { generation?: string } = {}) => ({
    getMetadata: async () => [{ size: (await head()).headers.get('Content-Length'), generation: '"v1"' }],
    download: async ({ start, end }: { start: number; end: number }) => [
      await bytesOf(get(`bytes=${start}-${end}`, options.generation)),
    ],
  }),
};
const azure = {
  getProperties: async () => ({ contentLength: Number((await head()).headers.get('Content-Length')), etag: '"v1"' }),
  downloadToBuffer: (offset: number, count: number, { conditions }: { conditions: { ifMatch: string } }) =>
    bytesOf(get(rangeOf(offset, count), conditions.ifMatch)),
};

/** Stand-ins for the command classes of `@aws-sdk/client-s3`. They only store their input. */
const commands = ['head', 'get']
  .map((name) => {
    const type = `${name === 'head' ? 'Head' : 'Get'}ObjectCommand`;
    return `export class ${type} { name = '${name}'; constructor(input) { this.input = input; } }`;
  })
  .join('\n');

/** Imports the code block of the guide that exports the function `name`, and returns the function. */
async function sourceOf(name: string): Promise<(...args: unknown[]) => Promise<ByteSource>> {
  const guide = readFileSync(new URL('../../docs/object-stores.md', import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.includes(`export async function ${name}(`));
  expect(found).toBeDefined();
  const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const code = (found ?? '').replace("'@aws-sdk/client-s3'", JSON.stringify(dataUrl(commands)));
  const module = (await import(dataUrl(code))) as Record<string, (...args: unknown[]) => Promise<ByteSource>>;
  return module[name] as (...args: unknown[]) => Promise<ByteSource>;
}

test.each<[string, unknown[]]>([
  ['s3Source', [s3, { Bucket: 'b', Key: 'f' }]],
  ['r2Source', [r2, 'f']],
  ['gcsSource', [gcs, 'f']],
  ['azureSource', [azure]],
])('%s reads byte ranges, all of the same version of the file', async (name, args) => {
  requests = [];
  const file = await openParquet(await (await sourceOf(name))(...args));
  const cities: unknown[] = [];
  for await (const row of file.rows()) cities.push(row['city']);
  expect(cities).toEqual(['Lima', null]);
  expect(requests[0]).toBe('HEAD');
  expect(requests.length).toBeGreaterThan(1);
  for (const request of requests.slice(1)) expect(request).toMatch(/^GET bytes=\d+-\d+ "v1"$/);
});
