import { type ByteSource, bytesSource, plannedSource } from '@marquetry/file';
import { expect, test } from 'vitest';
import { ownedSource } from '../src/source/read-memory.js';

interface CountingSource extends ByteSource {
  readonly reads: (readonly [offset: number, length: number])[];
  active: number;
  mostActive: number;
}

function counting(byteLength: number): CountingSource {
  const source: CountingSource = {
    byteLength,
    reads: [],
    active: 0,
    mostActive: 0,
    read: async (offset, length) => {
      source.reads.push([offset, length]);
      source.active++;
      source.mostActive = Math.max(source.mostActive, source.active);
      await new Promise((resolve) => setTimeout(resolve, 1));
      source.active--;
      return Uint8Array.from({ length }, (_, i) => (offset + i) & 0xff);
    },
  };
  return source;
}

const expected = (offset: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (offset + i) & 0xff);

test('announced ranges are fetched in one request if at most `gap` bytes are between them, and otherwise separately', async () => {
  const source = counting(10_000);
  const planned = plannedSource(source, { gap: 10 });
  planned.announce([
    { offset: 500, length: 20 },
    { offset: 100, length: 50 },
    { offset: 160, length: 5 },
  ]);
  expect(await planned.read(100, 50)).toEqual(expected(100, 50));
  expect(await planned.read(160, 5)).toEqual(expected(160, 5));
  expect(await planned.read(500, 20)).toEqual(expected(500, 20));
  expect(source.reads).toEqual([
    [100, 65],
    [500, 20],
  ]);
});

test('no byte of a range passed to `announce` is fetched twice, however the range is divided into reads', async () => {
  const source = counting(10_000);
  const planned = plannedSource(source, { gap: 0, maxBytes: 64 });
  planned.announce(Array.from({ length: 20 }, (_, i) => ({ offset: 50 * i, length: 50 })));
  for (let at = 0; at < 1000; at += 30) {
    const length = Math.min(30, 1000 - at);
    expect(await planned.read(at, length)).toEqual(expected(at, length));
  }
  expect(source.reads.reduce((sum, [, length]) => sum + length, 0)).toBe(1000);
});

test('a read that extends beyond an announced range fetches only the bytes outside the range', async () => {
  const source = counting(1000);
  const planned = plannedSource(source, { gap: 0 });
  planned.announce([{ offset: 10, length: 10 }]);
  expect(await planned.read(5, 30)).toEqual(expected(5, 30));
  expect([...source.reads].sort((a, b) => a[0] - b[0])).toEqual([
    [5, 5],
    [10, 10],
    [20, 15],
  ]);
});

test('at most `parallel` requests run at the same time', async () => {
  const source = counting(100_000);
  const planned = plannedSource(source, { gap: 0, parallel: 3 });
  const ranges = Array.from({ length: 30 }, (_, i) => ({ offset: 1000 * i, length: 10 }));
  planned.announce(ranges);
  for (const { offset, length } of ranges) expect(await planned.read(offset, length)).toEqual(expected(offset, length));
  expect(source.reads.length).toBe(30);
  expect(source.mostActive).toBe(3);
});

test('the error of a request is thrown only by the reads that need its bytes', async () => {
  const failing: ByteSource = {
    byteLength: 1000,
    read: async (offset, length) => {
      if (offset === 500) throw new Error('the disk is gone');
      return expected(offset, length);
    },
  };
  const planned = plannedSource(failing, { gap: 0 });
  planned.announce([
    { offset: 0, length: 10 },
    { offset: 500, length: 10 },
  ]);
  expect(await planned.read(0, 10)).toEqual(expected(0, 10));
  await expect(planned.read(500, 10)).rejects.toThrow('the disk is gone');
});

test('reads through a planned source of bytes in memory return views', async () => {
  const bytes = expected(0, 100);
  const planned = plannedSource(bytesSource(bytes));
  planned.announce([{ offset: 0, length: 50 }]);
  expect((await planned.read(0, 50)).buffer).toBe(bytes.buffer);
});

test('calling `end` on the result of an `announce` call frees only the memory of its ranges', async () => {
  const given: Uint8Array[] = [];
  const source = ownedSource({
    byteLength: 1_000_000,
    read: async (offset, length) => {
      const bytes = expected(offset, length);
      given.push(bytes);
      return bytes;
    },
  });
  const planned = plannedSource(source, { gap: 0 });
  const first = planned.announce([{ offset: 0, length: 100_000 }]);
  const second = planned.announce([{ offset: 200_000, length: 100_000 }]);
  const bytes = await planned.read(200_000, 100_000);
  expect((await planned.read(0, 100_000)).length).toBe(100_000);
  first.end(true);
  await Promise.resolve();
  expect(given.map(({ length }) => length)).toEqual([0, 100_000]);
  second.end(false);
  await Promise.resolve();
  expect(bytes).toEqual(expected(200_000, 100_000));
  expect(given.length).toBe(2);
});

test('memory that a source returned is not freed unless the source was passed to ownedSource', async () => {
  const source = counting(1_000_000);
  const planned = plannedSource(source, { gap: 0 });
  const announced = planned.announce([{ offset: 0, length: 100_000 }]);
  const bytes = await planned.read(0, 100_000);
  announced.end(true);
  await Promise.resolve();
  expect(bytes).toEqual(expected(0, 100_000));
});

test('announced bytes that are read after `end` has been called are fetched again', async () => {
  const source = counting(1000);
  const planned = plannedSource(source, { gap: 0 });
  planned.announce([{ offset: 10, length: 10 }]).end(true);
  expect(await planned.read(10, 10)).toEqual(expected(10, 10));
  expect(source.reads).toEqual([
    [10, 10],
    [10, 10],
  ]);
});

test('only announced bytes that have arrived can be read synchronously', async () => {
  const source = counting(1000);
  const planned = plannedSource(source, { gap: 0 });
  planned.announce([{ offset: 10, length: 20 }]);
  expect(planned.readNow?.(10, 10)).toBe(undefined);
  expect(await planned.read(10, 10)).toEqual(expected(10, 10));
  expect(planned.readNow?.(20, 10)).toEqual(expected(20, 10));
  expect(planned.readNow?.(25, 10)).toBe(undefined);
  expect(source.reads).toEqual([[10, 20]]);
});

test('memory in a cache is never freed, even if the cache was created as `{ ...source, read }` from a source that ownedSource returned', async () => {
  const inner = ownedSource({ byteLength: 1_000_000, read: async (offset, length) => expected(offset, length) });
  const cache = new Map<string, Uint8Array>();
  const caching: ByteSource = {
    ...inner,
    read: async (offset, length, signal) => {
      const key = `${offset} ${length}`;
      const bytes = cache.get(key) ?? (await inner.read(offset, length, signal));
      cache.set(key, bytes);
      return bytes;
    },
  };
  for (let i = 0; i < 2; i++) {
    const planned = plannedSource(caching, { gap: 0 });
    const announcement = planned.announce([{ offset: 0, length: 100_000 }]);
    expect(await planned.read(0, 100_000)).toEqual(expected(0, 100_000));
    announcement.end(true);
    await Promise.resolve();
    expect([...cache.values()].map(({ length }) => length)).toEqual([100_000]);
  }
});
