/**
 * Tests reading and writing with moto, an S3 server in Python, which does not check signatures. Skipped if
 * `moto_server` is not on the PATH.
 */
import { s3Store } from '@marquetry/s3';
import { isMotoInstalled, type Moto, startMoto } from '@marquetry/test-support/moto.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from './entries.js';

const name = `moto${isMotoInstalled ? '' : ' (skipped: moto_server is not installed)'}`;

describe.skipIf(!isMotoInstalled)(name, () => {
  let moto: Moto;
  let endpoint: string;
  beforeAll(async () => {
    moto = await startMoto('flights');
    ({ endpoint } = moto);
  }, 90_000);
  afterAll(() => moto?.stop());

  const partBytes = 5 * 2 ** 20;
  const bytes = Uint8Array.from({ length: partBytes + 1000 }, (_, index) => (index * 31) % 251);
  const store = () =>
    s3Store({
      endpoint,
      bucket: 'flights',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  const isEqual = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
    Buffer.compare(a ?? new Uint8Array(0), b) === 0;
  const uploads = async (): Promise<string> => (await fetch(`${endpoint}/flights?uploads`)).text();
  /** Waits until the upload of a key has started. */
  const started = (key: string): Promise<void> =>
    expect.poll(uploads, { timeout: 10_000 }).toContain(`<Key>${key}</Key>`);

  test('a source reads ranges, and rejects reads after the object was replaced', async () => {
    await store().put('ranges', bytes);
    const source = await store().source('ranges');
    expect(source.byteLength).toBe(bytes.length);
    expect(await source.read(3_000_000, 100)).toEqual(bytes.subarray(3_000_000, 3_000_100));
    expect(await source.read(bytes.length - 8, 8)).toEqual(bytes.subarray(-8));
    await store().put('ranges', bytes.subarray(1));
    await expect(source.read(2_000_000, 100)).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  test('a sink uploads an object in parts', async () => {
    const sink = store().sink('parts', { partBytes });
    await sink.write(bytes);
    await started('parts');
    await sink.close();
    expect(isEqual(await store().get('parts'), bytes)).toBe(true);
    expect(await uploads()).not.toContain('<Key>');
  });

  test('an aborted sink leaves no upload and no object', async () => {
    const sink = store().sink('aborted', { partBytes });
    await sink.write(bytes);
    await started('aborted');
    await sink.abort();
    expect(await uploads()).not.toContain('<Key>');
    expect(await store().head('aborted')).toBeUndefined();
  });

  test.each([10, bytes.length])('the second of two conditional writes of %i bytes fails', async (length) => {
    const key = `once ${length}`;
    const write = async (first: number): Promise<void> => {
      const sink = store().sink(key, { partBytes, ifNoneMatch: true });
      const own = bytes.slice(0, length);
      own[0] = first;
      await sink.write(own);
      await sink.close();
    };
    await write(1);
    await expect(write(2)).rejects.toThrow('already exists');
    expect((await store().get(key))?.[0]).toBe(1);
    expect(await uploads()).not.toContain('<Key>');
    expect(await store().put(key, bytes, { ifNoneMatch: true })).toMatchObject({ created: false });
  });

  test('a store writes, lists, copies and removes keys with unusual characters', async () => {
    const keys = ['a b', 'a+b', 'a//b/', 'é/日本/😀', 'a%2Fb', "it's (1)*!~", 'x&y=<z>'];
    const odd = s3Store({
      endpoint,
      bucket: 'flights',
      prefix: 'odd keys/',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    for (const key of keys) await odd.put(key, new TextEncoder().encode(key));
    expect((await entriesOf(odd.list())).map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      await odd.copy(key, 'copy');
      expect(new TextDecoder().decode(await odd.get('copy'))).toBe(key);
      await odd.remove(key);
    }
    expect((await entriesOf(odd.list())).map(({ key }) => key)).toEqual(['copy']);
  });

  test('a store lists more than 1,000 keys', async () => {
    const keys = Array.from({ length: 1100 }, (_, index) => `many/${10_000 + index}`);
    for (let at = 0; at < keys.length; at += 20) {
      await Promise.all(keys.slice(at, at + 20).map((key) => store().put(key, bytes.subarray(0, 1))));
    }
    expect((await entriesOf(store().list('many/'))).map(({ key }) => key)).toEqual(keys);
  });

  test('an error names the object or bucket that does not exist', async () => {
    await expect(store().source('none')).rejects.toThrow(
      'cannot read s3://flights/none: the server returned 404 NoSuchKey',
    );
    expect(await store().get('none')).toBeUndefined();
    const other = s3Store({
      endpoint,
      bucket: 'no-such-bucket',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    await expect(other.get('none')).rejects.toThrow('404 NoSuchBucket');
  });
});
