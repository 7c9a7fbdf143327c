import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { diskStore } from '../src/disk.node.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let root: string;
let runs = 0;
beforeEach(() => {
  root = join(folder, `${runs++}`, 'not there yet');
});
const bytes = Uint8Array.of(1, 2, 3);
const keysOf = async (prefix = ''): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of diskStore(root).list(prefix)) keys.push(key);
  return keys.sort();
};

test('a disk store creates folders when the first file is written', async () => {
  const store = diskStore(root);
  expect(await store.get('a')).toBeUndefined();
  expect(await keysOf()).toEqual([]);
  await store.remove('a/b');
  expect(existsSync(root)).toBe(false);
  expect(await store.put('a/b', bytes)).toEqual({ created: true });
  expect(await store.get('a/b')).toEqual(bytes);
  const sink = store.sink('c/d/e.parquet');
  await sink.write(bytes);
  expect(await keysOf('c/d/e')).toEqual([]);
  await sink.write(bytes);
  await sink.close();
  expect(new Uint8Array(readFileSync(join(root, 'c/d/e.parquet')))).toEqual(Uint8Array.of(1, 2, 3, 1, 2, 3));
  expect(await keysOf()).toEqual(['a/b', 'c/d/e.parquet']);
  expect((await store.source('a/b')).byteLength).toBe(3);
  await expect(store.source('none')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a disk store lets only one of many writers create a file', async () => {
  const store = diskStore(root);
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => ({
      i,
      ...(await store.put('m/x.json', Uint8Array.of(i), { ifNoneMatch: true })),
    })),
  );
  const [winner, ...others] = results.filter(({ created }) => created);
  expect(others).toEqual([]);
  expect(await store.get('m/x.json')).toEqual(Uint8Array.of(winner?.i as number));
  expect(readdirSync(join(root, 'm'))).toEqual(['x.json']);
  expect(await store.put('m/x.json', bytes)).toEqual({ created: true });
  expect(await store.get('m/x.json')).toEqual(bytes);
});

test('an aborted sink of a disk store leaves no file', async () => {
  const sink = diskStore(root).sink('p/a.parquet');
  await sink.write(bytes);
  await sink.abort();
  expect(readdirSync(join(root, 'p'))).toEqual([]);
});

test('a disk store copies files by hard link, and replaces an existing target', async () => {
  const store = diskStore(root);
  await store.put('p/a', bytes);
  await store.put('b', Uint8Array.of(9));
  await store.copy('p/a', 'b');
  expect(await store.get('b')).toEqual(bytes);
  expect(statSync(join(root, 'b')).ino).toBe(statSync(join(root, 'p/a')).ino);
  await store.copy('p/a', 'b');
  await expect(store.copy('none', 'b')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await keysOf()).toEqual(['b', 'p/a']);
});

test('a disk store lists files by prefix, including names that start with a dot', async () => {
  const store = diskStore(root);
  for (const key of ['part-1', 'part-2', 'p/part-3', '.x.1-a.tmp', 'p/.y.1-a.tmp']) await store.put(key, bytes);
  expect(await keysOf('part-')).toEqual(['part-1', 'part-2']);
  expect(await keysOf('p/')).toEqual(['p/.y.1-a.tmp', 'p/part-3']);
  expect(await keysOf('.')).toEqual(['.x.1-a.tmp']);
  for await (const { key, byteLength, lastModified } of store.list('part-1')) {
    expect({ key, byteLength }).toEqual({ key: 'part-1', byteLength: 3 });
    expect(Math.abs((lastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  }
});

test.each(['', '..', '../a', 'a/../b', './a', 'a//b', '/a', 'a/', 'a\\b', 'C:a', 'a\0b'])(
  'a disk store rejects the key %j',
  async (key) => {
    const store = diskStore(root);
    writeFileSync(join(folder, 'outside'), 'x');
    for (const call of [
      () => store.put(key, bytes),
      () => store.get(key),
      () => store.source(key),
      () => store.remove(key),
      () => store.copy(key, 'a'),
      async () => store.sink(key),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  },
);
