import { ParquetError } from '@marquetry/core';
import { type ObjectEntry, type S3StoreOptions, s3Store } from '@marquetry/s3';
import { describe, expect, test } from 'vitest';
import { entriesOf } from './entries.js';
import { credentials, errorXml, type FakeS3, region, storedOf, storeOf, useFakeS3 } from './fake-s3.js';

const fake: FakeS3 = await useFakeS3();

const storeWith = (options: Partial<S3StoreOptions> = {}) => storeOf(fake, options);
const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
const keysOf = async (entries: AsyncIterable<ObjectEntry>): Promise<string[]> =>
  (await entriesOf(entries)).map(({ key }) => key);
const failing = async (work: Promise<unknown>): Promise<Error & { readonly code?: string }> => {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a rejection');
};
/** Responds with `answer` to the first `times` requests that `matches` accepts. */
const first = (
  times: number,
  matches: (request: FakeS3['received'][number]) => boolean,
  answer: { status: number; headers?: Record<string, string>; body?: string } | 'cut',
): void => {
  let left = times;
  fake.replace = (request) => (matches(request) && left-- > 0 ? answer : undefined);
};

describe('the objects of a store', () => {
  const odd = ['a b/c+d.parquet', 'é/日本/😀', "it's (1)*!~", 'a%2Fb', 'a//b', 'x&y=<z>?#"', '/leading', 'a=1/b=2/'];
  test.each(odd)('a store writes, describes, lists, reads and removes the key %j', async (key) => {
    const store = storeWith();
    const { created, etag } = await store.put(key, bytesOf(10));
    expect(created).toBe(true);
    expect([...fake.objects.keys()]).toEqual([key]);
    expect(await store.head(key)).toMatchObject({ key, byteLength: 10, etag });
    const [entry] = await entriesOf(store.list());
    expect(entry).toEqual({ key, byteLength: 10, etag, lastModified: new Date('2026-11-24') });
    expect(await store.get(key)).toEqual(bytesOf(10));
    expect((await store.source(key)).byteLength).toBe(10);
    await store.copy(key, 'copy');
    expect(fake.objects.get('copy')?.bytes).toEqual(fake.objects.get(key)?.bytes);
    await store.remove(key);
    expect(await store.head(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
  });

  test('a store prepends its prefix to every key, and removes it from listed keys', async () => {
    const store = storeWith({ prefix: 'tables/' });
    await storeWith().put('other', bytesOf(1));
    await store.put('a/1', bytesOf(1));
    await store.put('b/1', bytesOf(1));
    expect([...fake.objects.keys()]).toEqual(['other', 'tables/a/1', 'tables/b/1']);
    expect(await keysOf(store.list())).toEqual(['a/1', 'b/1']);
    expect(await keysOf(store.list('b/'))).toEqual(['b/1']);
  });

  test('list yields the objects of all pages of a listing', async () => {
    for (let index = 0; index < 2345; index++) fake.objects.set(`key ${index + 10_000}`, storedOf(bytesOf(1)));
    expect(await keysOf(storeWith().list())).toEqual([...fake.objects.keys()]);
    expect(fake.received).toHaveLength(3);
  });

  test('a store calls `credentials` for each request, and signs with the session token', async () => {
    let calls = 0;
    const store = storeWith({ credentials: async () => ({ ...credentials, sessionToken: `token ${++calls}` }) });
    await store.put('a', bytesOf(1));
    await store.get('a');
    expect(fake.received.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['token 1', 'token 2']);
  });

  test('without an endpoint, the store uses virtual hosts, and passes signed requests to the `fetch` option', async () => {
    const urls: string[] = [];
    const send = (url: string): Promise<Response> => {
      urls.push(url);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const amazon = { bucket: 'flights', region, credentials, fetch: send };
    await s3Store(amazon).remove('a b');
    await s3Store({ ...amazon, bucket: 'my.flights' }).remove('a');
    await s3Store({ ...amazon, endpoint: 'https://store.example/s3/', forcePathStyle: false }).remove('a');
    expect(urls).toEqual([
      'https://flights.s3.eu-central-1.amazonaws.com/a%20b',
      'https://s3.eu-central-1.amazonaws.com/my.flights/a',
      'https://flights.store.example/s3/a',
    ]);
  });

  test('copy copies objects above 5 GiB in parts that cover each byte once', async () => {
    const byteLength = 6 * 2 ** 30 + 5;
    fake.replace = ({ key, method }) =>
      method === 'HEAD' && key === 'big'
        ? { status: 200, headers: { ETag: '"v1"', 'Content-Length': String(byteLength) } }
        : undefined;
    // The parts are empty, which the fake server accepts; S3 would reject them.
    const copied = storeWith().copy('big', 'copy');
    expect((await failing(copied)).message).toContain('EntityTooSmall');
    const parts = fake.received.filter(({ query }) => query.has('partNumber'));
    const ranges = parts.map(({ headers, query }) => [
      Number(query.get('partNumber')),
      headers['x-amz-copy-source-range'],
    ]);
    expect(ranges.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((part) => [part + 1, `bytes=${part * 2 ** 30}-${(part + 1) * 2 ** 30 - 1}`]),
      [7, `bytes=${6 * 2 ** 30}-${byteLength - 1}`],
    ]);
    expect(parts.every(({ headers }) => headers['x-amz-copy-source-if-match'] === '"v1"')).toBe(true);
    expect(fake.uploads.size).toBe(0);
  });
});

describe('conditional writes', () => {
  test('with `ifNoneMatch`, only the first of several writers creates an object', async () => {
    const results = await Promise.all(
      [1, 2, 3].map((byte) => storeWith().put('manifest', bytesOf(byte), { ifNoneMatch: true })),
    );
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ etag }) => etag)).size).toBe(1);
  });

  test('a repeated write reports that it created the object if the response to the first write was lost', async () => {
    first(1, ({ method }) => method === 'PUT', 'cut');
    expect(await storeWith().put('a', bytesOf(9), { ifNoneMatch: true })).toEqual({
      created: true,
      etag: storedOf(bytesOf(9)).etag,
    });
    expect(fake.received.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'HEAD']);
  });

  test('a conditional write does not mistake an equal object of another writer for its own', async () => {
    fake.objects.set('a', storedOf(bytesOf(9), 'another'));
    first(1, ({ method }) => method === 'PUT', { status: 503 });
    expect(await storeWith().put('a', bytesOf(9), { ifNoneMatch: true })).toMatchObject({ created: false });
  });

  test('a write is repeated after a conflict with a concurrent write', async () => {
    first(1, ({ method }) => method === 'PUT', { status: 409, body: errorXml('ConditionalRequestConflict') });
    expect(await storeWith().put('a', bytesOf(9), { ifNoneMatch: true })).toMatchObject({ created: true });
  });
});

describe('errors of store calls', () => {
  const refused = (status: number, body?: string, headers?: Record<string, string>) => {
    fake.replace = () => ({ status, ...(body !== undefined && { body }), ...(headers !== undefined && { headers }) });
  };
  test.each([
    [403, 'AccessDenied', 'check that the credentials are right and allow this action'],
    [403, 'RequestTimeTooSkewed', 'correct the clock of this machine'],
    [403, 'SignatureDoesNotMatch', 'check `secretAccessKey`'],
    [403, 'InvalidAccessKeyId', 'check `accessKeyId`'],
    [400, 'ExpiredToken', 'let `credentials` return new ones'],
    [400, 'AuthorizationHeaderMalformed', 'the bucket is in us-west-2: change `region`'],
    [301, 'PermanentRedirect', 'the bucket is in us-west-2: change `region`'],
    [404, 'NoSuchBucket', 'check `bucket`, `region` and `endpoint`'],
  ])('the error for %i %s names the object and states what to do', async (status, code, cure) => {
    refused(status, errorXml(code), { 'x-amz-bucket-region': 'us-west-2' });
    for (const work of [() => storeWith().get('a b'), () => storeWith().source('a b')]) {
      const error = await failing(work());
      expect(error).toBeInstanceOf(ParquetError);
      expect(error.code).toBe('INVALID_ARGUMENT');
      expect(error.message).toContain(
        `cannot read s3://flights/a b: the server returned ${status} ${code} (about ${code}); `,
      );
      expect(error.message).toContain(cure);
    }
    expect(fake.received).toHaveLength(2);
  });

  test('a request that was signed with a wrong secret rejects without a retry', async () => {
    const store = storeWith({ credentials: { ...credentials, secretAccessKey: 'wrong' } });
    expect((await failing(store.put('a', bytesOf(1)))).message).toContain('403 SignatureDoesNotMatch');
    expect(fake.received).toHaveLength(1);
  });

  test.each([500, 503, 429])(
    'a request is repeated after status %i, and the last error names the status',
    async (status) => {
      fake.objects.set('a', storedOf(bytesOf(3)));
      first(2, () => true, { status, body: errorXml('SlowDown') });
      expect(await storeWith().get('a')).toEqual(bytesOf(3));
      first(3, () => true, { status, body: errorXml('SlowDown') });
      expect((await failing(storeWith().get('a'))).message).toBe(
        `cannot read s3://flights/a: the server returned ${status} SlowDown (about SlowDown)`,
      );
      first(2, () => true, { status });
      expect(await (await storeWith().source('a')).read(0, 3)).toEqual(bytesOf(3));
    },
  );

  test('a request is repeated after a lost connection', async () => {
    fake.objects.set('a', storedOf(bytesOf(3)));
    first(2, () => true, 'cut');
    expect(await storeWith().get('a')).toEqual(bytesOf(3));
    first(1, () => true, 'cut');
    expect((await failing(storeWith({ retry: false }).get('a'))).message).toMatch(
      /^cannot read s3:\/\/flights\/a: the connection failed \(/,
    );
  });

  test('every call rejects with the reason of its aborted signal', async () => {
    fake.replace = () => new Promise<undefined>(() => undefined);
    const reason = new Error('enough');
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 20);
    const { signal } = stop;
    const store = storeWith();
    const works = [store.get('a', { signal }), store.put('a', bytesOf(1), { signal }), store.source('a', { signal })];
    for (const work of await Promise.allSettled([...works, store.list('', { signal }).next()])) {
      expect(work).toEqual({ status: 'rejected', reason });
    }
  });

  test('if the `credentials` function throws, the call rejects without a retry and names the function', async () => {
    let calls = 0;
    const store = storeWith({
      credentials: () => {
        calls++;
        throw new Error('no role');
      },
    });
    expect((await failing(store.get('a'))).message).toBe('the `credentials` function failed: no role');
    expect(calls).toBe(1);
  });

  test.each([
    [{ bucket: 'a' }, '`bucket` must be'],
    [{ region: '' }, '`region` must be'],
    [{ endpoint: 'ftp://x' }, '`endpoint` must be'],
    [{ endpoint: 'https://x/?y' }, '`endpoint` must be'],
    [{ credentials: { accessKeyId: '', secretAccessKey: 'x' } }, '`credentials.accessKeyId` must be'],
    [{ retries: 3 }, 'did you mean `retry`?'],
    [{ retry: { attempts: 0 } }, '`retry.attempts` must be'],
  ])('s3Store rejects the options %j', (options, message) => {
    expect(() => storeWith(options as Partial<S3StoreOptions>)).toThrow(message);
  });

  test.each(['a/../b', '.', 'x/..', '', 'a'.repeat(1025), '\ud800'])('a store rejects the key %j', async (key) => {
    const store = storeWith();
    expect((await failing(store.get(key))).code).toBe('INVALID_ARGUMENT');
    expect((await failing(store.source(key))).code).toBe('INVALID_ARGUMENT');
    expect(() => store.sink(key)).toThrow(ParquetError);
    expect(fake.received).toHaveLength(0);
  });
});

describe('hostile listings', () => {
  const page = (inner: string): string => `<ListBucketResult>${inner}</ListBucketResult>`;
  const entry = '<Contents><Key>a</Key><Size>1</Size></Contents>';
  const more = (token: string): string =>
    `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;
  test.each([
    ['the same token repeatedly', () => page(more('t')), 'the same continuation token twice'],
    ['new tokens for the same page', (count: number) => page(more(`t${count}`) + entry), 'the same page twice'],
    ['endless empty pages', (count: number) => page(more(`t${count}`)), 'more than 1000 pages without an object'],
    [
      'a truncated page without a token',
      () => page(`<IsTruncated>true</IsTruncated>${entry}`),
      'without a token for the next page',
    ],
    ['an object without a size', () => page('<Contents><Key>a</Key></Contents>'), 'an object without a size'],
    [
      'keys without the prefix',
      () => page('<Contents><Key>b</Key><Size>1</Size></Contents>'),
      'a key that does not start with the requested prefix',
    ],
    ['a truncated document', () => `<ListBucketResult>${entry}`, 'the root element has no end tag'],
    ['a custom entity', () => '<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult/>', 'check `endpoint`'],
    ['a web page', () => '<html><body>Welcome</body></html>', '<html> instead of <ListBucketResult>'],
  ])('listing rejects if the server sends %s', async (_, body, message) => {
    let count = 0;
    fake.replace = () => ({ status: 200, body: body(++count) });
    const error = await failing(keysOf(storeWith().list('a')));
    expect(error.code).toBe('CORRUPT');
    expect(error.message).toContain(message);
  });

  test('entities in the keys of a listing are replaced with the characters that they represent', async () => {
    fake.replace = () => ({
      status: 200,
      body: page('<Contents><Key>a&amp;lt;&#x1F600;&#43;+%41</Key><Size>1</Size></Contents>'),
    });
    expect(await keysOf(storeWith().list())).toEqual(['a&lt;😀++%41']);
  });
});

test.each([404, 416])('the endless body of a response with status %d is not read beyond 8 MiB', async (status) => {
  const portion = new Uint8Array(2 ** 20).fill(60);
  let sent = 0;
  const endless = async (): Promise<Response> =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          // Stop sending, because a reader without a limit would use up all memory.
          if (++sent > 64) controller.error(new Error('too much was read'));
          else controller.enqueue(portion);
        },
      }),
      { status },
    );
  const store = storeWith({ fetch: endless, retry: false });
  await expect(status === 404 ? store.get('a') : store.source('a')).rejects.toThrow();
  expect(sent).toBeLessThan(12);
});
