import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLimits } from '@marquetry/core';
import { type ByteSource, openSource, type SourceInput } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i * 31);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let requests: IncomingMessage[] = [];
let server: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-remote-'));
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f.parquet`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  requests = [];
  answer = ranges;
});

const whole: Answer = (_, response) => response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
const ranges: Answer = (request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number);
  const end = Math.min(last!, bytes.length - 1);
  const said = { 'Content-Range': `bytes ${first}-${end}/${bytes.length}` };
  response.writeHead(206, said).end(bytes.subarray(first, end + 1));
};

async function requireSame(source: ByteSource): Promise<void> {
  expect(source.byteLength).toBe(bytes.length);
  expect(Buffer.from(await source.read(70_000, 999))).toEqual(Buffer.from(bytes.subarray(70_000, 70_999)));
}

/** Returns an endless stream of byte arrays, and the number of arrays that were read from it. */
function endless(): {
  readonly stream: ReadableStream<Uint8Array>;
  readonly state: { pulled: number; ended: boolean };
} {
  const state = { pulled: 0, ended: false };
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      // End the stream, so that a program that keeps reading does not run out of memory.
      if (++state.pulled > 1000) controller.close();
      else controller.enqueue(new Uint8Array(1000));
    },
    cancel: () => {
      state.ended = true;
    },
  });
  return { stream, state };
}

describe('streams and responses', () => {
  test.each<[string, string, () => SourceInput]>([
    ['a ReadableStream', 'stream', () => new Blob([bytes]).stream()],
    ['a Node.js Readable', 'stream', () => Readable.from([Buffer.from(bytes.subarray(0, 9)), bytes.subarray(9)])],
    ['a Response', 'response', () => new Response(bytes)],
  ])('%s is read completely, as the `about` of the source states', async (_, what, input) => {
    const source = await openSource(input());
    await requireSame(source);
    expect(source.about).toEqual({ what, access: 'whole', why: expect.stringContaining('cannot be read in ranges') });
  });

  test('a File and a Blob are read in slices', async () => {
    await requireSame(await openSource(new File([bytes], 'f.parquet')));
  });

  test('reading a stream of more than `resultBytes` bytes throws LIMIT and cancels the stream', async () => {
    const { stream, state } = endless();
    const limits = createLimits({ resultBytes: 5000 });
    const error = await errorOf(() => openSource(stream, { limits }));
    expect([error.code, error.reason]).toEqual([
      'LIMIT',
      'the stream can only be read whole: it has at least 6000 bytes, which exceeds the limit resultBytes = 5000: raise it with createLimits({ resultBytes: ... })',
    ]);
    expect([state.ended, state.pulled < 10]).toEqual([true, true]);
  });

  test('opening a Response whose Content-Length exceeds `resultBytes` throws LIMIT before its body is read', async () => {
    const { stream, state } = endless();
    const response = new Response(stream, { headers: { 'Content-Length': '1000000000000' } });
    const error = await errorOf(() => openSource(response));
    expect([error.code, error.reason]).toEqual(['LIMIT', expect.stringContaining('it has 1000000000000 bytes')]);
    expect(state).toEqual({ pulled: 1, ended: true });
  });

  test.each<[string, () => SourceInput | Promise<SourceInput>, string]>([
    ['with the status 404', () => new Response('sorry', { status: 404 }), 'its status is 404; check `response.ok`'],
    ['that contains part of a file', () => new Response('P', { status: 206 }), 'its status is 206; pass the URL'],
    [
      'whose body was read',
      async () => {
        const response = new Response('P');
        await response.text();
        return response;
      },
      'has already been read',
    ],
    [
      'of text',
      () => new Blob(['PAR1']).stream().pipeThrough(new TextDecoderStream()) as never,
      'must yield Uint8Arrays, got string',
    ],
    [
      'that is locked',
      () => {
        const { stream } = endless();
        stream.getReader();
        return stream;
      },
      'the stream is locked',
    ],
  ])('openSource rejects a stream or Response %s', async (_, input, reason) => {
    const given = await input();
    const error = await errorOf(() => openSource(given));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(reason)]);
  });

  test('opening a stream that stalls rejects when the signal aborts', async () => {
    const controller = new AbortController();
    const opening = openSource(new ReadableStream<Uint8Array>(), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(opening).rejects.toThrow('enough');
  });
});

describe('opening a source from a FileHandle', () => {
  test('a source can be opened from a FileHandle, which remains open', async () => {
    const path = join(folder, 'handle');
    writeFileSync(path, bytes);
    const handle = await openHandle(path);
    try {
      const source = await openSource(handle);
      await requireSame(source);
      expect(source.about).toEqual({ what: 'file handle', access: 'ranges' });
      writeFileSync(path, bytes.subarray(1));
      const error = await errorOf(() => source.read(4, 8));
      expect([error.code, error.reason]).toEqual(['CORRUPT', expect.stringContaining('changed while')]);
    } finally {
      await handle.close();
    }
  });

  test('opening a FileHandle throws INVALID_ARGUMENT unless it refers to a regular file', async () => {
    const handle = await openHandle('/dev/null');
    const error = await errorOf(() => openSource(handle));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('regular file')]);
    await handle.close();
  });
});

describe('a server without range requests', () => {
  test('from a server without range requests, the whole file is read in one request, and `source.about` states the reason', async () => {
    answer = whole;
    const source = await openSource(url);
    await requireSame(source);
    expect(requests.length).toBe(1);
    expect(source.about).toEqual({ what: url, access: 'whole', why: 'the server ignores range requests' });
  });

  test('a file is read completely if the server does not state its size', async () => {
    const unknownSize = '*';
    answer = (request, response) => {
      if (request.headers.range === undefined) whole(request, response);
      else response.writeHead(206, { 'Content-Range': `bytes 0-65535/${unknownSize}` }).end(bytes.subarray(0, 65_536));
    };
    const source = await openSource(url);
    await requireSame(source);
    expect([requests.length, source.about?.why]).toEqual([2, expect.stringContaining('does not state the file size')]);
  });

  test('a file from a server without range requests may be compressed, and is decompressed by fetch', async () => {
    const packed = new Uint8Array(
      await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
    );
    answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
    await requireSame(await openSource(url));
  });

  test('a file of more than `resultBytes` bytes that can only be read as a whole throws LIMIT, and the connection is closed', async () => {
    let closed: Promise<void> | undefined;
    answer = (_, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'Content-Length': String(2 ** 40) });
      response.write('PAR1');
    };
    const error = await errorOf(() => openSource(url));
    expect([error.code, error.reason]).toEqual([
      'LIMIT',
      expect.stringContaining(`(the server ignores range requests) can only be read whole: it has ${2 ** 40} bytes`),
    ]);
    await closed;
  });

  test('a response whose body never ends throws LIMIT', async () => {
    const { stream, state } = endless();
    const limits = createLimits({ resultBytes: 5000 });
    const error = await errorOf(() => openSource(url, { limits, fetch: async () => new Response(stream) }));
    expect([error.code, state.ended]).toEqual(['LIMIT', true]);
  });

  test('a response that ends early throws TRUNCATED, and the error suggests setting `retry`', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('PAR1', () => response.destroy());
    };
    const error = await errorOf(() => openSource(url));
    expect([error.code, error.reason]).toEqual(['TRUNCATED', expect.stringContaining('set `retry`')]);
  });

  test('endless redirects are rejected as UNSUPPORTED, and the error says how to fix the problem', async () => {
    answer = (_, response) => response.writeHead(302, { Location: url }).end();
    const error = await errorOf(() => openSource(url));
    expect([error.code, error.reason]).toEqual(['UNSUPPORTED', expect.stringContaining('too many redirects')]);
  });
});

describe('opening a source from a Request', () => {
  test('the headers of a Request are sent with every range request, and the `headers` option takes precedence', async () => {
    const request = new Request(url, { headers: { authorization: 'Bearer x', 'x-trace': '1' } });
    await requireSame(await openSource(request, { headers: new Headers({ 'X-Trace': '2' }) }));
    const seen = requests.map(({ headers }) => [headers.authorization, headers['x-trace'], headers.range]);
    expect(seen).toEqual([
      ['Bearer x', '2', 'bytes=0-65535'],
      ['Bearer x', '2', 'bytes=65536-99999'],
    ]);
  });

  test('opening a Request that is not a GET throws INVALID_ARGUMENT', async () => {
    const error = await errorOf(() => openSource(new Request(url, { method: 'POST', body: 'x' })));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('got POST')]);
  });

  test('invalid `headers` throw INVALID_ARGUMENT', async () => {
    const error = await errorOf(() => openSource(url, { headers: { 'a b': 'c' } }));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('`headers` must be')]);
  });
});

describe('the `retry` option', () => {
  const quick = { attempts: 3, firstMillis: 1 };
  /**
   * Makes the server answer its first requests with the given responses, and later requests with the requested ranges.
   */
  const after = (...first: Answer[]): void => {
    answer = (request, response) => (first.shift() ?? ranges)(request, response);
  };
  const status =
    (code: number, headers = {}): Answer =>
    (_, response) =>
      response.writeHead(code, headers).end();
  const breakOff: Answer = (_, response) => {
    response.writeHead(206, { 'Content-Range': `bytes 0-65535/${bytes.length}`, 'Content-Length': 65_536 });
    response.write('abc', () => response.destroy());
  };

  test('requests are not repeated by default', async () => {
    after(status(503));
    await expect(openSource(url)).rejects.toThrow(`HTTP 503 Service Unavailable for ${url}`);
    expect(requests.length).toBe(1);
  });

  test('with `retry`, requests are repeated after a status of 5xx or 429, a refused connection and a lost connection', async () => {
    after(status(500), status(429, { 'Retry-After': '0' }));
    await requireSame(await openSource(url, { retry: quick }));
    expect(requests.length).toBe(4);
    after(breakOff, (_, response) => response.destroy());
    await requireSame(await openSource(url, { retry: quick }));
  });

  test('with `retry`, the last error is thrown', async () => {
    after(status(500), status(502), status(503), status(504));
    await expect(openSource(url, { retry: quick })).rejects.toThrow('HTTP 503');
    expect(requests.length).toBe(3);
  });

  test.each([404, 403, 501])('requests are not repeated after a status of %i', async (code) => {
    after(status(code));
    await expect(openSource(url, { retry: quick })).rejects.toThrow(`HTTP ${code}`);
    expect(requests.length).toBe(1);
  });

  test('requests are not repeated if Retry-After is longer than `mostMillis`', async () => {
    for (const wait of ['100', new Date(Date.now() + 100_000).toUTCString()]) {
      after(status(503, { 'Retry-After': wait }));
      await expect(openSource(url, { retry: true })).rejects.toThrow('HTTP 503');
    }
    expect(requests.length).toBe(2);
  });

  test('a read rejects at once when the signal aborts during the wait before a retry', async () => {
    const controller = new AbortController();
    after((request, response) => {
      status(503, { 'Retry-After': '15' })(request, response);
      setTimeout(() => controller.abort(new Error('enough')), 5);
    });
    await expect(openSource(url, { retry: true, signal: controller.signal })).rejects.toThrow('enough');
    expect(requests.length).toBe(1);
  });

  test.each([{ attempts: 0 }, { firstMillis: -1 }, { mostMillis: Number.NaN }])(
    'the `retry` option %j throws INVALID_ARGUMENT',
    async (retry) => {
      const error = await errorOf(() => openSource(url, { retry }));
      expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('a positive number')]);
    },
  );
});

test.each([
  's3://bucket/f.parquet',
  'gs://bucket/f',
  'abfss://c@a.dfs.core.windows.net/f',
  new URL('ftp://a.example/f'),
])('opening the URL %s throws INVALID_ARGUMENT, and the error states how to read from object stores', async (input) => {
  const error = await errorOf(() => openSource(input));
  expect(error.code).toBe('INVALID_ARGUMENT');
  expect(error.reason).toContain('pass a presigned https URL, or a ByteSource: docs/object-stores.md has one for S3');
});

test('data: and blob: URLs can be opened', async () => {
  await requireSame(await openSource(`data:;base64,${Buffer.from(bytes).toString('base64')}`));
  const address = URL.createObjectURL(new Blob([bytes]));
  await requireSame(await openSource(address));
  URL.revokeObjectURL(address);
});
