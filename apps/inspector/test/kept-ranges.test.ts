/** Tests `keepingRanges`, which does not read a byte again while it is in the cache. */
import type { ByteSource } from '@marquetry/file';
import { expect, test } from 'vitest';
import { keepingRanges } from '../src/worker/kept-ranges.js';

const content = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);

/** A source that records the ranges it reads, `[start, end)`. Each read resolves in a later macrotask. */
function listing(): ByteSource & { readonly reads: [number, number][] } {
  const reads: [number, number][] = [];
  return {
    reads,
    byteLength: content.length,
    read: (offset, length, signal) => {
      reads.push([offset, offset + length]);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        setTimeout(() => resolve(content.slice(offset, offset + length)), 0);
      });
    },
  };
}

/** Returns a function that returns random integers below a bound. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('only the bytes of a range that are not cached are read', async () => {
  const source = listing();
  const kept = keepingRanges(source);
  await kept.read(100, 100);
  await kept.read(300, 100);
  expect(await kept.read(50, 400)).toEqual(content.slice(50, 450));
  expect(source.reads).toEqual([
    [100, 200],
    [300, 400],
    [50, 100],
    [200, 300],
    [400, 450],
  ]);
  expect(kept.readNow?.(60, 20)).toEqual(content.slice(60, 80));
  expect(kept.readNow?.(440, 20)).toBeUndefined();
});

test('concurrent reads of the same bytes share one read', async () => {
  const source = listing();
  const kept = keepingRanges(source);
  const read = await Promise.all([kept.read(0, 100), kept.read(50, 100), kept.read(0, 150)]);
  expect(read).toEqual([content.slice(0, 100), content.slice(50, 150), content.slice(0, 150)]);
  expect(source.reads).toEqual([
    [0, 100],
    [100, 150],
  ]);
});

test('random reads return the bytes of the file, and the source reads each byte once', async () => {
  const random = createRandom(5);
  const source = listing();
  const kept = keepingRanges(source);
  for (let round = 0; round < 50; round++) {
    const reads = Array.from({ length: 1 + random(4) }, async () => {
      const offset = random(content.length - 1);
      const length = 1 + random(Math.min(2000, content.length - offset));
      expect(await kept.read(offset, length)).toEqual(content.slice(offset, offset + length));
    });
    await Promise.all(reads);
  }
  const sorted = [...source.reads].sort(([a], [b]) => a - b);
  for (const [i, [start]] of sorted.entries()) expect(start).toBeGreaterThanOrEqual(sorted[i - 1]?.[1] ?? 0);
});

test('the least recently used ranges are dropped when the limit is exceeded', async () => {
  const source = listing();
  const kept = keepingRanges(source, 250);
  await kept.read(0, 100);
  await kept.read(100, 100);
  await kept.read(0, 100);
  await kept.read(200, 100);
  expect(kept.readNow?.(0, 100)).toEqual(content.slice(0, 100));
  expect(kept.readNow?.(100, 100)).toBeUndefined();
  expect(await kept.read(100, 100)).toEqual(content.slice(100, 200));
  expect(source.reads).toHaveLength(4);
});

test('bytes are read again if another caller aborts the shared read', async () => {
  const source = listing();
  const kept = keepingRanges(source);
  const controller = new AbortController();
  const aborted = kept.read(0, 100, controller.signal);
  const other = kept.read(0, 100);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  expect(await other).toEqual(content.slice(0, 100));
  expect(await kept.read(0, 100)).toEqual(content.slice(0, 100));
});
