import { expect, test } from 'vitest';
import { errorXml, type FakeS3, type Received, storedOf, storeOf, useFakeS3 } from './fake-s3.js';

const fake: FakeS3 = await useFakeS3();
const partBytes = 5 * 2 ** 20;
const bytes = Uint8Array.from({ length: 2 * partBytes + 1000 }, (_, index) => (index * 31) % 251);
const store = () => storeOf(fake);
const isComplete = ({ method, query }: Received): boolean => method === 'POST' && query.has('uploadId');
const isPart = ({ query }: Received): boolean => query.has('partNumber');
/** True if the stored object equals `bytes`. `toEqual` would print too much if arrays of this size differed. */
const isWritten = (): boolean => Buffer.compare(fake.objects.get('a')?.bytes ?? new Uint8Array(0), bytes) === 0;
/** Writes `bytes` in calls of a megabyte each, and closes the sink. */
async function written(options: { readonly ifNoneMatch?: boolean } = {}): Promise<void> {
  const sink = store().sink('a', { partBytes, ...options });
  for (let at = 0; at < bytes.length; at += 2 ** 20) await sink.write(bytes.subarray(at, at + 2 ** 20));
  await sink.close();
}

test('a sink writes a file of at most `partBytes` bytes with one request', async () => {
  const sink = store().sink('a', { partBytes });
  await sink.write(bytes.subarray(0, 1000));
  await sink.write(bytes.subarray(1000, 1500));
  expect(fake.received).toHaveLength(0);
  await sink.close();
  expect(fake.objects.get('a')?.bytes).toEqual(bytes.subarray(0, 1500));
  expect(fake.received.map(({ method }) => method)).toEqual(['PUT']);
});

test('a sink without bytes writes an empty object', async () => {
  await store().sink('a').close();
  expect(fake.objects.get('a')?.bytes).toHaveLength(0);
});

test('a sink uploads a file above `partBytes` in parts, and the object appears only when the sink is closed', async () => {
  const sink = store().sink('a', { partBytes });
  await sink.write(bytes);
  expect(fake.objects.size).toBe(0);
  await sink.close();
  expect(isWritten()).toBe(true);
  expect(
    fake.received
      .filter(isPart)
      .map(({ body }) => body.length)
      .sort(),
  ).toEqual([1000, partBytes, partBytes]);
  expect(fake.uploads.size).toBe(0);
});

test('a sink sends at most four parts at once, and a write waits before it sends a fifth', async () => {
  let waiting: (() => void)[] = [];
  let most = 0;
  fake.replace = async (request) => {
    if (!isPart(request) || request.query.get('partNumber') === '9') return undefined;
    // The server responds to parts 1 to 4 together, some time after part 4 has arrived, and likewise to parts 5 to 8.
    const answered = new Promise<void>((resolve) => waiting.push(resolve));
    most = Math.max(most, waiting.length);
    if (waiting.length === 4) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    await answered;
    return undefined;
  };
  const sink = store().sink('a', { partBytes });
  for (let part = 0; part < 9; part++) await sink.write(bytes.subarray(0, partBytes));
  await sink.close();
  expect(fake.objects.get('a')?.bytes).toHaveLength(9 * partBytes);
  expect(most).toBe(4);
});

test.each(['small', 'large'])(
  'a sink with ifNoneMatch leaves an existing object unchanged, for a %s file',
  async (size) => {
    fake.objects.set('a', storedOf(bytes.subarray(0, 10)));
    const sink = store().sink('a', { partBytes, ifNoneMatch: true });
    await sink.write(size === 'small' ? bytes.subarray(0, 10) : bytes);
    await expect(sink.close()).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 's3://flights/a already exists; write without `ifNoneMatch`, or to another key',
    });
    expect(fake.objects.get('a')?.bytes).toHaveLength(10);
    expect(fake.uploads.size).toBe(0);
  },
);

test('aborting a sink removes its upload', async () => {
  const sink = store().sink('a', { partBytes });
  await sink.write(bytes);
  await sink.abort(new Error('enough'));
  expect(fake.uploads.size).toBe(0);
  expect(fake.objects.size).toBe(0);
  await expect(sink.write(bytes)).rejects.toThrow('the sink is aborted: s3://flights/a');
  await expect(sink.close()).rejects.toThrow('the sink is aborted: s3://flights/a');
});

test.each(['small', 'large'])(
  'aborting a sink while it closes leaves no object and no upload, for a %s file',
  async (size) => {
    const sink = store().sink('a', { partBytes });
    await sink.write(size === 'small' ? bytes.subarray(0, 10) : bytes);
    let reached: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => {
      reached = resolve;
    });
    fake.replace = async (request) => {
      if (isPart(request) || (request.method !== 'PUT' && !isComplete(request))) return undefined;
      // The object is stored, but the response is delayed.
      reached();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return undefined;
    };
    const closing = sink.close();
    await stored;
    expect(fake.objects.size).toBe(1);
    const reason = new Error('enough');
    await Promise.all([expect(closing).rejects.toBe(reason), sink.abort(reason)]);
    expect(fake.objects.size).toBe(0);
    expect(fake.uploads.size).toBe(0);
  },
);

test('a sink repeats each request of a multipart upload that fails with status 503', async () => {
  const failed = new Set<string>();
  fake.replace = ({ method, query }) => {
    const name = `${method} ${query}`;
    if (failed.has(name)) return undefined;
    failed.add(name);
    return { status: 503, body: errorXml('SlowDown') };
  };
  await written();
  expect(isWritten()).toBe(true);
});

test('a sink repeats the request to complete an upload if the response has status 200 but contains an error', async () => {
  let left = 1;
  const replaced = { status: 200, body: errorXml('InternalError') };
  fake.replace = (request) => (isComplete(request) && left-- > 0 ? replaced : undefined);
  // The fake server completes the upload on the first request, so its response to the second request is NoSuchUpload.
  await written();
  expect(isWritten()).toBe(true);
});

test.each([false, true])(
  'completing an upload succeeds even if the response is lost, with ifNoneMatch: %s',
  async (ifNoneMatch) => {
    let left = 1;
    fake.replace = (request) => (isComplete(request) && left-- > 0 ? 'cut' : undefined);
    await written({ ifNoneMatch });
    expect(isWritten()).toBe(true);
  },
);

test('a repeated request to complete an upload succeeds if it gets status 412 because the first request created the object', async () => {
  let calls = 0;
  fake.replace = (request) => {
    if (!isComplete(request)) return undefined;
    return ++calls === 1 ? 'cut' : { status: 412, body: errorXml('PreconditionFailed') };
  };
  await written({ ifNoneMatch: true });
  expect(isWritten()).toBe(true);
});

test('closing a sink rejects if completing the upload fails every time, and no object or upload remains', async () => {
  fake.replace = (request) => {
    if (!isComplete(request)) return undefined;
    fake.objects.clear();
    return { status: 200, body: errorXml('InvalidPart') };
  };
  await expect(written()).rejects.toThrow('cannot write s3://flights/a: the server returned 200 InvalidPart');
  expect(fake.objects.size).toBe(0);
  expect(fake.uploads.size).toBe(0);
});

test('a sink rejects if uploading a part fails every time, and no object or upload remains', async () => {
  fake.replace = (request) =>
    request.query.get('partNumber') === '2' ? { status: 403, body: errorXml('AccessDenied') } : undefined;
  await expect(written()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(fake.objects.size).toBe(0);
});

test('a response without the ETag of a part causes an error that names CORS', async () => {
  fake.replace = (request) => (isPart(request) ? { status: 200 } : undefined);
  await expect(written()).rejects.toThrow('the CORS rules of the bucket must expose ETag');
  expect(fake.uploads.size).toBe(0);
});

test.each([0, 2 ** 20, 5.5 * 2 ** 20 + 0.5, 2 ** 33])('a sink rejects partBytes %d', (size) => {
  expect(() => store().sink('a', { partBytes: size })).toThrow('`partBytes` must be an integer from 5242880');
});
