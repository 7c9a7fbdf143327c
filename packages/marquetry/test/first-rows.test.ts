import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';

const names = Array.from({ length: 19 }, (_, i) => `c${i}`);
const rows = 20_000;
let bytes: Uint8Array;
let server: Server;
let url: string;
let requests = 0;
let sent = 0;

beforeAll(async () => {
  const sink = memorySink();
  const schema = defineSchema(Object.fromEntries(names.map((name) => [name, 'DOUBLE' as const])));
  const columns = names.map((name, i) => [
    name,
    Float64Array.from({ length: rows }, (_, row) => Math.sqrt(row * 19 + i)),
  ]);
  await writeParquet(sink, Object.fromEntries(columns) as never, { schema, dictionary: false });
  bytes = sink.bytes;
  server = createServer((request, response) => {
    requests++;
    const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? [];
    const end = Math.min(last, bytes.length - 1);
    sent += end + 1 - first;
    const said = { 'Content-Range': `bytes ${first}-${end}/${bytes.length}` };
    response.writeHead(206, said).end(bytes.subarray(first, end + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f.parquet`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['the first ten rows', { limit: 10 }, 10],
  ['ten rows in the middle', { offset: 12_345, limit: 10 }, 10],
  ['all rows', {}, rows],
])(
  'reading %s of a file of 19 columns takes at most 4 requests, including those for opening it, and fetches no more bytes than the file has',
  async (_, read, count) => {
    requests = 0;
    sent = 0;
    expect(bytes.length).toBeGreaterThan(2 ** 20);
    const file = await openParquet(url);
    const first = 'offset' in read ? (read.offset ?? 0) : 0;
    let row = first;
    for await (const values of file.rows(read)) {
      if (row % 1000 < 10) expect(values['c18']).toBe(Math.sqrt(row * 19 + 18));
      row++;
    }
    expect(row - first).toBe(count);
    expect(requests).toBeLessThanOrEqual(4);
    expect(sent).toBeLessThanOrEqual(bytes.length);
  },
);
