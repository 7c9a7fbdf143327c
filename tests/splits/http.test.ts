/**
 * Plans and executes splits of a file on an HTTP server: a worker sends only the requests that its split lists.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countTask, executeSplit, planSplits, type Split, statisticsTask } from '@marquetry/splits';
import { memorySink, writeParquet } from 'marquetry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: Server;
let url: string;
let content: Uint8Array;
let version = '"1"';
let servesRanges = true;
let requests: string[] = [];

beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(
    sink,
    Array.from({ length: 20_000 }, (_, i) => ({ id: i, key: (i * 7919) % 1000, text: `text ${i % 700}` })),
    { rowGroupRows: 5000 },
  );
  content = sink.bytes.slice();
  server = createServer((request, response) => {
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (!servesRanges) return void response.writeHead(200, { ETag: version }).end(content);
    requests.push(`${first}-${last}`);
    const end = Math.min(Number(last), content.length - 1);
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${end}/${content.length}`, ETag: version });
    response.end(content.subarray(Number(first), end + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f.parquet`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  version = '"1"';
  servesRanges = true;
  requests = [];
});

const rangesOf = ({ parts }: Split): string[] =>
  parts.flatMap(({ ranges }) => ranges.map(([from, length]) => `${from}-${from + length - 1}`)).sort();

test('a worker sends one request per range of its split, and none for the footer', async () => {
  const { splits } = await planSplits([url], { columns: ['key'], where: { id: { lt: 12_000 } }, targetBytes: 1 });
  expect(splits).toHaveLength(3);
  expect(splits[0]?.parts[0]?.source).toEqual({ uri: url, byteLength: content.length, version: '"1"' });
  let rows = 0;
  for (const split of splits) {
    requests = [];
    const { metrics, value } = await executeSplit(JSON.stringify(split), countTask(), { attempt: 'a' });
    expect(requests.sort()).toEqual(rangesOf(split));
    expect(metrics).toMatchObject({ bytesRead: split.estimate.bytes, requests: requests.length });
    rows += (value as { rows: number }).rows;
  }
  expect(rows).toBe(12_000);
});

test('statistics of one column are read in one request, because its chunks are close together', async () => {
  const { splits } = await planSplits([url], { columns: ['key'] });
  requests = [];
  const { metrics, value } = await executeSplit(splits[0] as Split, statisticsTask(), { attempt: 'a' });
  expect(value).toMatchObject({ rows: 20_000, columns: { key: { values: 20_000, nulls: 0, min: 0, max: 999 } } });
  expect(metrics).toMatchObject({ requests: 1, bytesRead: splits[0]?.estimate.bytes });
  expect(requests).toEqual(rangesOf(splits[0] as Split));
});

test('executing a split of a file that the server has replaced throws CORRUPT, and the error names the file', async () => {
  const { splits } = await planSplits([url]);
  version = '"2"';
  await expect(executeSplit(splits[0] as Split, countTask(), { attempt: 'a' })).rejects.toMatchObject({
    code: 'CORRUPT',
    reason: expect.stringContaining('changed'),
    at: { file: url },
  });
});

test('planning a file on a server that does not support range requests throws UNSUPPORTED', async () => {
  servesRanges = false;
  await expect(planSplits([url])).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringMatching(/splits read byte ranges, but this source does not support them: .* \(file http/),
  });
});
