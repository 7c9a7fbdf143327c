import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { type HttpSourceOptions, openSource } from '@marquetry/file';
import { httpSource as openHttp } from '@marquetry/file/remote';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { open, slotsOfColumn } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const items = Array.from({ length: 50_000 }, (_, i) => i);
const bytes = buildFlatFile(column, [
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) }),
]);

/** Opens a source that does not keep the first bytes in memory, so that every read is a request. */
const httpSource = (address: string, options: HttpSourceOptions = {}): ReturnType<typeof openHttp> =>
  openHttp(address, { wholeBytes: 0, ...options });

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let requests: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.headers.range ?? 'no range');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f.parquet`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = serve();
});

interface Serving {
  readonly content?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the range in the header of a response, and the bytes in its body. */
  readonly range?: (first: number, last: number) => { readonly said: string; readonly sent: Uint8Array };
}

/** Answers requests for byte ranges, as most servers do. */
function serve({ content = bytes, headers = { ETag: '"1"' }, range }: Serving = {}): Answer {
  return (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number);
    if (first! >= content.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${content.length}` }).end();
      return;
    }
    const end = Math.min(last!, content.length - 1);
    const said = `bytes ${first}-${end}/${content.length}`;
    const { said: Said, sent } = range?.(first!, end) ?? { said, sent: content.subarray(first, end + 1) };
    response.writeHead(206, { 'Content-Range': Said, ...headers }).end(sent);
  };
}

describe('a server that supports range requests', () => {
  test('the source requests the first byte, and then only the ranges that are read', async () => {
    const source = await httpSource(url);
    expect(source.byteLength).toBe(bytes.length);
    expect(requests).toEqual(['bytes=0-0']);
    expect([...(await source.read(4, 3))]).toEqual([...bytes.subarray(4, 7)]);
    expect([...(await source.read(bytes.length - 4, 4))]).toEqual([...bytes.subarray(-4)]);
    expect((await source.read(7, 0)).length).toBe(0);
    expect(requests).toEqual(['bytes=0-0', 'bytes=4-6', `bytes=${bytes.length - 4}-${bytes.length - 1}`]);
  });

  test('reading one chunk over HTTP takes three requests: for the first byte, the footer and the chunk', async () => {
    const source = await httpSource(url);
    expect(await slotsOfColumn(await open(source))).toEqual(items);
    expect(requests.length).toBe(3);
    expect(source.about).toEqual({ what: url, access: 'ranges' });
  });

  test('reading a small file over HTTP takes two requests, and no byte is fetched twice', async () => {
    for (const input of [url, new URL(url), url.replace('http:', 'HTTP:'), new Request(url)]) {
      requests = [];
      const source = await openSource(input);
      expect(await slotsOfColumn(await open(source))).toEqual(items);
      expect(requests).toEqual(['bytes=0-65535', `bytes=65536-${bytes.length - 1}`]);
      expect([source.about?.access, source.about?.why]).toEqual(['whole', 'the file is small']);
    }
  });

  test('the first and last 64 KiB of a file are not requested again', async () => {
    const source = await openHttp(url, { wholeBytes: 2 ** 16 });
    const end = bytes.length;
    const sameAs = async (offset: number, length: number): Promise<boolean> => {
      const given = await source.read(offset, length);
      return Buffer.from(given).equals(Buffer.from(bytes.subarray(offset, offset + length)));
    };
    expect(requests).toEqual(['bytes=0-65535']);
    requests = [];
    expect(await sameAs(end - 1000, 1000)).toBe(true);
    expect(await sameAs(100, 50)).toBe(true);
    expect(await sameAs(end - 900, 400)).toBe(true);
    expect(requests).toEqual([`bytes=${end - 1000}-${end - 1}`]);
    requests = [];
    expect(await sameAs(0, end)).toBe(true);
    expect(await sameAs(end - 2000, 1500)).toBe(true);
    expect(await sameAs(65_000, 1000)).toBe(true);
    expect(requests).toEqual([`bytes=65536-${end - 1001}`, `bytes=${end - 2000}-${end - 1001}`, 'bytes=65536-65999']);
  });

  test('a read that starts inside an earlier small read fetches only the bytes after the earlier read', async () => {
    const source = await openHttp(url, { wholeBytes: 2 ** 16 });
    requests = [];
    for (const [offset, length] of [
      [70_000, 10_000],
      [75_000, 25_000],
      [72_000, 1000],
    ] as const) {
      const given = await source.read(offset, length);
      expect(Buffer.from(given).equals(Buffer.from(bytes.subarray(offset, offset + length)))).toBe(true);
    }
    expect(requests).toEqual(['bytes=70000-79999', 'bytes=80000-99999', 'bytes=72000-72999']);
  });

  test('a file is opened without a request if the `known` option has its size and version', async () => {
    const { version } = await httpSource(url);
    expect(version).toBe('"1"');
    requests = [];
    const source = await httpSource(url, { known: { byteLength: bytes.length, version }, wholeBytes: 2 ** 20 });
    expect(source).toMatchObject({ byteLength: bytes.length, version: '"1"' });
    expect(requests).toEqual([]);
    expect([...(await source.read(4, 3))]).toEqual([...bytes.subarray(4, 7)]);
    expect([...(await source.read(4, 3))]).toEqual([...bytes.subarray(4, 7)]);
    expect(requests).toEqual(['bytes=4-6', 'bytes=4-6']);
  });

  test('reading a file whose size or version differs from the `known` option throws CORRUPT', async () => {
    for (const known of [
      { byteLength: bytes.length, version: '"2"' },
      { byteLength: bytes.length + 1, version: '"1"' },
    ]) {
      const source = await httpSource(url, { known });
      await expect(source.read(4, 3)).rejects.toMatchObject({ code: 'CORRUPT' });
    }
    // If `known` does not have a version, later responses must have the version of the first response.
    const source = await httpSource(url, { known: { byteLength: bytes.length } });
    expect([...(await source.read(4, 3))]).toEqual([...bytes.subarray(4, 7)]);
    answer = serve({ headers: { ETag: '"2"' } });
    await expect(source.read(4, 3)).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  test('with the `known` option, an invalid `byteLength` throws INVALID_ARGUMENT, and a server that ignores ranges throws UNSUPPORTED', async () => {
    for (const byteLength of [-1, 0.5, Number.NaN, 2 ** 53]) {
      await expect(httpSource(url, { known: { byteLength } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    answer = (_, response) => void response.writeHead(200, { ETag: '"1"' }).end(bytes);
    const source = await httpSource(url, { known: { byteLength: bytes.length, version: '"1"' } });
    await expect(source.read(4, 3)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  test('the `headers` option is sent with every request', async () => {
    let seen: string | undefined;
    answer = (request, response) => {
      seen = request.headers.authorization;
      serve()(request, response);
    };
    await httpSource(url, { headers: { Authorization: 'Bearer x' } });
    expect(seen).toBe('Bearer x');
  });

  test('an empty file can be opened over HTTP', async () => {
    answer = serve({ content: new Uint8Array(0) });
    const source = await httpSource(url);
    expect(source.byteLength).toBe(0);
    expect((await errorOf(() => open(source))).reason).toContain('the file is empty');
  });
});

describe('unsupported servers', () => {
  test.each([404, 403, 500])(
    'HTTP status %i throws an error with the status, which is not a ParquetError',
    async (status) => {
      answer = (_, response) => response.writeHead(status).end('sorry');
      await expect(httpSource(url)).rejects.toThrow(new RegExp(`^HTTP ${status} .* for ${url}$`));
      await expect(httpSource(url)).rejects.toHaveProperty('name', 'Error');
    },
  );

  test('opening a URL on an unreachable server rejects with the error from fetch', async () => {
    await expect(httpSource('http://127.0.0.1:1/')).rejects.toBeInstanceOf(TypeError);
  });

  test('HTTP status 416 for a file that is not empty is rejected as UNSUPPORTED', async () => {
    answer = (_, response) => response.writeHead(416, { 'Content-Range': 'bytes */77' }).end();
    const error = await errorOf(() => httpSource(url));
    expect([error.code, error.reason]).toEqual(['UNSUPPORTED', expect.stringContaining('the file has 77 bytes')]);
  });

  test('HTTP status 416 without Content-Range is rejected as UNSUPPORTED, and does not mean that the file is empty', async () => {
    answer = (_, response) => response.writeHead(416).end();
    const error = await errorOf(() => httpSource(url));
    expect([error.code, error.reason]).toEqual(['UNSUPPORTED', expect.stringContaining('416')]);
    expect(error.reason).toContain('without Content-Range');
  });

  test.each(['9007199254740992', '99999999999999999999999'])(
    'a file size of %s bytes, which is above 2^53 - 1, is rejected as UNSUPPORTED, and the error states the size',
    async (total) => {
      answer = serve({ range: () => ({ said: `bytes 0-0/${total}`, sent: new Uint8Array(1) }) });
      const error = await errorOf(() => httpSource(url));
      expect([error.code, error.reason]).toEqual(['UNSUPPORTED', expect.stringContaining(`bytes 0-0/${total}`)]);
    },
  );

  test('a compressed first or later response is rejected as UNSUPPORTED, and the error states the Content-Encoding', async () => {
    const encoded = serve({ headers: { ETag: '"1"', 'Content-Encoding': 'gzip' } });
    const source = await httpSource(url);
    answer = encoded;
    for (const attempt of [() => source.read(4, 8), () => httpSource(url)]) {
      const error = await errorOf(attempt);
      expect([error.code, error.reason]).toEqual([
        'UNSUPPORTED',
        expect.stringContaining('compresses its responses (Content-Encoding: gzip)'),
      ]);
    }
    answer = serve({ headers: { 'Content-Encoding': 'identity' } });
    expect((await (await httpSource(url)).read(4, 8)).length).toBe(8);
  });
});

describe('a file that changes between reads', () => {
  test.each<[string, Answer]>([
    ['another ETag', serve({ headers: { ETag: '"2"' } })],
    ['no ETag', serve({ headers: {} })],
    ['another size', serve({ content: bytes.subarray(1) })],
    ['status 416, because the file is shorter', serve({ content: bytes.subarray(0, 3) })],
  ])('a read throws CORRUPT if the server answers it with %s', async (_, later) => {
    const source = await httpSource(url);
    answer = later;
    const error = await errorOf(() => source.read(4, 8));
    expect(error.code).toBe('CORRUPT');
    expect(error.reason).toContain('the file changed while it was being read');
  });

  test('a file without an ETag is rejected as CORRUPT if its Last-Modified header changes between reads', async () => {
    answer = serve({ headers: { 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' } });
    const source = await httpSource(url);
    expect((await source.read(4, 8)).length).toBe(8);
    answer = serve({ headers: { 'Last-Modified': 'Mon, 01 Jan 2024 00:00:01 GMT' } });
    expect((await errorOf(() => source.read(4, 8))).code).toBe('CORRUPT');
  });

  test('HTTP status 200 for a later range request is rejected as UNSUPPORTED', async () => {
    const source = await httpSource(url);
    answer = (_, response) => response.writeHead(200).end(bytes);
    expect((await errorOf(() => source.read(4, 8))).code).toBe('UNSUPPORTED');
  });
});

describe('responses with the wrong range', () => {
  const total = bytes.length;
  test.each<[string, Serving['range']]>([
    [
      'another start',
      (first, last) => ({ said: `bytes ${first + 1}-${last}/${total}`, sent: bytes.subarray(first + 1, last + 1) }),
    ],
    [
      'another end',
      (first, last) => ({ said: `bytes ${first}-${last + 1}/${total}`, sent: bytes.subarray(first, last + 2) }),
    ],
    [
      'fewer bytes than the header states',
      (first, last) => ({ said: `bytes ${first}-${last}/${total}`, sent: bytes.subarray(first, last) }),
    ],
    [
      'more bytes than the header states',
      (first, last) => ({ said: `bytes ${first}-${last}/${total}`, sent: bytes.subarray(first, last + 2) }),
    ],
    ['no range', (first, last) => ({ said: 'bytes', sent: bytes.subarray(first, last + 1) })],
  ])('a response to a range request is rejected as CORRUPT if it has %s', async (_, range) => {
    const source = await httpSource(url);
    answer = serve({ range: range! });
    const error = await errorOf(() => source.read(4, 8));
    expect(error.code).toBe('CORRUPT');
    expect(error.reason).toContain('requested 8 bytes at 4, but the server sent');
  });

  test('a response with the wrong range is rejected before its body arrives', async () => {
    const source = await httpSource(url);
    answer = (_, response) => {
      response.writeHead(206, { 'Content-Range': `bytes 0-${total - 1}/${total}`, ETag: '"1"' });
      response.write('P');
    };
    expect((await errorOf(() => source.read(4, 8))).reason).toContain('bytes 0 to');
  });

  test('HTTP status 416 for a range within the file is rejected as CORRUPT, whether or not the response states the file size', async () => {
    const source = await httpSource(url);
    answer = (_, response) => response.writeHead(416).end();
    expect((await errorOf(() => source.read(4, 8))).reason).toContain('the server sent 416 and no Content-Range');
    answer = (_, response) => response.writeHead(416, { 'Content-Range': `bytes */${total}` }).end();
    const error = await errorOf(() => source.read(4, 8));
    expect([error.code, error.reason]).toEqual(['CORRUPT', expect.stringContaining(`though the file has ${total}`)]);
  });

  test('an endless response body is canceled at the first bytes beyond the range', async () => {
    const portion = new Uint8Array(1024);
    let pulled = 0;
    let cancelled = false;
    const endless = (first: string, last: string): Response => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          // End the body, so that a program that keeps reading does not run out of memory.
          if (++pulled > 1000) controller.close();
          else controller.enqueue(portion);
        },
        cancel: () => {
          cancelled = true;
        },
      });
      return new Response(body, { status: 206, headers: { 'Content-Range': `bytes ${first}-${last}/1000000` } });
    };
    const source = await httpSource(url, {
      fetch: async (_, init) => {
        const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('Range') ?? '')!;
        if (first === '0') return new Response('P', { status: 206, headers: { 'Content-Range': 'bytes 0-0/1000000' } });
        return endless(first!, last!);
      },
    });
    pulled = 0;
    const error = await errorOf(() => source.read(4, 5000));
    expect([error.code, error.reason]).toEqual(['CORRUPT', expect.stringContaining('the server sent more than 5000')]);
    expect(cancelled).toBe(true);
    // Allow five chunks of the body, and the chunks that the stream keeps in its queue.
    expect(pulled).toBeLessThan(10);
  });

  test('a connection that breaks inside a body causes a TRUNCATED error, with the error from fetch as its cause', async () => {
    const source = await httpSource(url);
    answer = (_, response) => {
      response.writeHead(206, { 'Content-Range': `bytes 4-11/${total}`, 'Content-Length': '8', ETag: '"1"' });
      response.write('abc', () => response.destroy());
    };
    const error = await errorOf(() => source.read(4, 8));
    expect([error.code, error.reason]).toEqual(['TRUNCATED', expect.stringContaining('set `retry`')]);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});

describe('aborting a read over HTTP', () => {
  const reason = new Error('enough');

  test('opening a URL rejects if the signal aborts before or after the request is sent', async () => {
    await expect(openSource(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    answer = () => controller.abort(reason);
    await expect(openSource(url, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('a read rejects if its signal aborts while the response body arrives', async () => {
    const source = await httpSource(url);
    const controller = new AbortController();
    answer = (_, response) => {
      response.writeHead(206, { 'Content-Range': `bytes 4-11/${bytes.length}`, ETag: '"1"' });
      response.write('abc', () => setTimeout(() => controller.abort(reason), 5));
    };
    await expect(source.read(4, 8, controller.signal)).rejects.toBe(reason);
  });

  test('a read rejects when its signal aborts even if `fetch` ignores the signal', async () => {
    const never = new Promise<never>(() => {});
    let answers: (() => Promise<Response>)[] = [];
    const fetch = async (): Promise<Response> => answers.shift()!();
    const probed = async (): Promise<Response> =>
      new Response('P', { status: 206, headers: { 'Content-Range': 'bytes 0-0/100' } });
    const silent = async (): Promise<Response> =>
      new Response(new ReadableStream(), { status: 206, headers: { 'Content-Range': 'bytes 4-11/100' } });
    for (const given of [[probed, () => never], [probed, silent], [() => never]]) {
      answers = given;
      const controller = new AbortController();
      const reading = httpSource(url, { fetch, ...(given.length === 1 ? { signal: controller.signal } : {}) }).then(
        (source) => source.read(4, 8, controller.signal),
      );
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort(reason);
      await expect(reading).rejects.toBe(reason);
    }
  });

  test('an aborted read rejects with AbortError if no reason is given', async () => {
    const source = await httpSource(url);
    await expect(source.read(4, 8, AbortSignal.abort())).rejects.toHaveProperty('name', 'AbortError');
  });
});
