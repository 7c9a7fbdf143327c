import { beforeEach, expect, test } from 'vitest';
import { type FakeAnswer, type FakeS3, storedOf, storeOf, useFakeS3 } from './fake-s3.js';

const fake: FakeS3 = await useFakeS3();
const bytes = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, index) => (index * 31) % 251);
beforeEach(() => {
  fake.objects.set('a', storedOf(bytes));
});
const store = () => storeOf(fake);

test('a source reads ranges of the version that was opened', async () => {
  const source = await store().source('a');
  const { etag } = storedOf(bytes);
  expect(source).toMatchObject({ byteLength: bytes.length, gap: 2 ** 20, version: etag });
  expect(source.about).toEqual({ what: 's3://flights/a', access: 'ranges' });
  expect(await source.read(1_000_000, 1000)).toEqual(bytes.subarray(1_000_000, 1_001_000));
  expect(fake.received.map(({ headers }) => [headers.range, headers['if-match']])).toEqual([
    ['bytes=0-65535', undefined],
    ['bytes=1000000-1000999', etag],
  ]);
});

test.each(['with', 'without'])('a source opens the version whose ETag is given %s quotes', async (quotes) => {
  const { etag } = storedOf(bytes);
  const version = quotes === 'with' ? etag : etag.slice(1, -1);
  expect((await store().source('a', { version })).version).toBe(etag);
  await expect(store().source('a', { version: 'old' })).rejects.toMatchObject({ code: 'CORRUPT' });
});

test('a source whose size and version are given is opened without a request', async () => {
  const { etag } = storedOf(bytes);
  const source = await store().source('a', { byteLength: bytes.length, version: etag });
  expect(source).toMatchObject({ byteLength: bytes.length, version: etag });
  expect(fake.received).toEqual([]);
  expect(await source.read(5, 10)).toEqual(bytes.subarray(5, 15));
  expect(fake.received.map(({ headers }) => [headers.range, headers['if-match']])).toEqual([['bytes=5-14', etag]]);
  const stale = await store().source('a', { byteLength: bytes.length, version: '"old"' });
  await expect(stale.read(5, 10)).rejects.toMatchObject({ code: 'CORRUPT' });
});

test('a read rejects if the object was replaced, with an error that says so', async () => {
  const source = await store().source('a');
  fake.objects.set('a', storedOf(new Uint8Array(bytes.length)));
  await expect(source.read(1_000_000, 10)).rejects.toMatchObject({
    code: 'CORRUPT',
    message: expect.stringContaining('the object has changed since it was opened: open it again'),
  });
});

test('the source of an empty object has no bytes', async () => {
  fake.objects.set('a', storedOf(new Uint8Array(0)));
  expect((await store().source('a')).byteLength).toBe(0);
});

const { etag } = storedOf(bytes);
test.each<[string, (answer: FakeAnswer) => FakeAnswer, string, string]>([
  [
    'another ETag',
    (answer) => ({ ...answer, headers: { ...answer.headers, ETag: '"other"' } }),
    'CORRUPT',
    'changed: its ETag is "other"',
  ],
  [
    'another range',
    (answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Range': `bytes 0-9/${bytes.length}` } }),
    'CORRUPT',
    'but the server sent bytes 0 to 9',
  ],
  [
    'another size',
    (answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Range': 'bytes 1000000-1000009/9999999' } }),
    'CORRUPT',
    'the file changed',
  ],
  ['too few bytes', (answer) => ({ ...answer, body: bytes.subarray(0, 5) }), 'CORRUPT', 'but the server sent 5 bytes'],
  [
    'too many bytes',
    (answer) => ({ ...answer, body: bytes.subarray(0, 50) }),
    'CORRUPT',
    'but the server sent more than 10',
  ],
  [
    'the whole object for a range',
    () => ({ status: 200, headers: { ETag: etag }, body: bytes }),
    'UNSUPPORTED',
    'the server ignores range requests after the first',
  ],
])('reading rejects if a response has %s', async (_, changed, code, message) => {
  const source = await store().source('a');
  fake.replace = (_request, answer) => changed(answer);
  await expect(source.read(1_000_000, 10)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});
