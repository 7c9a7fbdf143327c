import v8 from 'node:v8';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { boundGarbage, collectGarbage, startCollection } from '../src/collection.js';
import { defaultLimits, serverLimits } from '../src/limits.js';

const mebibyte = 2 ** 20;

function youngBytes(): number {
  return v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** Creates objects, some of which survive each collection, until V8 uses `bytes` bytes for young objects. */
function growYoungMemory(bytes: number): void {
  const kept: object[][] = [];
  for (let round = 0; round < 5000 && youngBytes() < bytes; round++) {
    kept[round % 4] = Array.from({ length: 20_000 }, (_, i) => ({ i, pair: [i, round] }));
  }
  expect(youngBytes()).toBeGreaterThanOrEqual(bytes);
}

/** Advances the clock to the time of the next check of the memory. */
function passTime(): void {
  clock += 1e9;
  vi.spyOn(performance, 'now').mockReturnValue(clock);
}
let clock = performance.now();

describe('garbage collection', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('collectGarbage makes V8 free the memory of its young generation', () => {
    growYoungMemory(8 * mebibyte);
    collectGarbage();
    expect(youngBytes()).toBeLessThanOrEqual(2 * mebibyte);
  });

  test('collectGarbage does not increase the memory in use', () => {
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 4; i++) collectGarbage();
    for (let i = 0; i < 4; i++) startCollection();
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * mebibyte);
  });

  test('boundGarbage limits the young generation of V8 to half of `limits.memoryBytes`', () => {
    growYoungMemory(32 * mebibyte);
    passTime();
    boundGarbage({ ...serverLimits, memoryBytes: 32 * mebibyte });
    expect(youngBytes()).toBeLessThanOrEqual(16 * mebibyte);
  });

  test('boundGarbage collects garbage once when arrays have grown by more than half of `limits.memoryBytes`', () => {
    const limits = { ...defaultLimits, memoryBytes: 160 * mebibyte };
    collectGarbage();
    const { external_memory: before } = v8.getHeapStatistics();
    const grown = (): number => v8.getHeapStatistics().external_memory - before;
    let arrays = Array.from({ length: 5 }, () => new Uint8Array(20 * mebibyte));
    const look = vi.spyOn(v8, 'getHeapStatistics');
    const looksOf = (): number => {
      look.mockClear();
      passTime();
      boundGarbage(limits);
      return look.mock.calls.length;
    };
    vi.stubGlobal('process', { getBuiltinModule: () => v8 });
    // A check reads the heap statistics once. If it collects, it reads them twice more.
    expect(looksOf()).toBe(3);
    expect(looksOf()).toBe(1);
    arrays = arrays.slice(0, 1);
    collectGarbage();
    expect(grown()).toBeLessThan(40 * mebibyte);
    expect(arrays[0]?.length).toBe(20 * mebibyte);
  });

  /** Calls `boundGarbage` with the default limits, while the heap statistics report `heapBytes` bytes in use. */
  function boundIn(heapBytes: number): void {
    const statistics = { ...v8.getHeapStatistics(), used_heap_size: heapBytes };
    const look = vi.spyOn(v8, 'getHeapStatistics').mockReturnValue(statistics);
    vi.stubGlobal('process', { getBuiltinModule: () => v8 });
    boundGarbage(defaultLimits);
    look.mockRestore();
  }

  test('under the default limits, boundGarbage limits the young generation of V8 to 16 MiB in a small heap', () => {
    growYoungMemory(32 * mebibyte);
    passTime();
    boundIn(64 * mebibyte);
    expect(youngBytes()).toBeLessThanOrEqual(16 * mebibyte);
  });

  test('under the default limits, boundGarbage does not limit the young generation of V8 in a large heap', () => {
    growYoungMemory(32 * mebibyte);
    const before = youngBytes();
    passTime();
    boundIn(64 * mebibyte + 1);
    expect(youngBytes()).toBe(before);
  });

  test('after several collections, boundGarbage waits 8,192 times the duration of the last collection', () => {
    passTime();
    const now = vi.spyOn(performance, 'now');
    const statistics = { ...v8.getHeapStatistics(), used_heap_size: 0 };
    const look = vi.spyOn(v8, 'getHeapStatistics').mockReturnValue(statistics);
    const young = [{ space_name: 'new_space', space_size: 2 ** 24 + 1 }];
    vi.spyOn(v8, 'getHeapSpaceStatistics').mockReturnValue(young as ReturnType<typeof v8.getHeapSpaceStatistics>);
    vi.stubGlobal('process', { getBuiltinModule: () => v8 });
    // A check reads the heap statistics once. If it collects, it reads them twice more.
    const looksAt = (millis: number): number => {
      look.mockClear();
      now.mockReturnValueOnce(clock + millis).mockReturnValue(clock + millis + 10);
      boundGarbage(defaultLimits);
      return look.mock.calls.length;
    };
    for (let time = 0; time < 6; time++) expect(looksAt(1e6 * time)).toBe(3);
    expect(looksAt(5e6 + 8192 * 10 - 1)).toBe(1);
    expect(looksAt(5e6 + 8192 * 10 + 40)).toBe(3);
  });

  test('boundGarbage checks the heap at most once per 12 ms', () => {
    const look = vi.spyOn(v8, 'getHeapSpaceStatistics');
    vi.stubGlobal('process', { getBuiltinModule: () => v8 });
    passTime();
    boundGarbage(defaultLimits);
    boundGarbage(defaultLimits);
    expect(look).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['has no process', undefined],
    ['has no built-in modules', {}],
    ['has no node:v8', { getBuiltinModule: () => undefined }],
    [
      'has no heap statistics',
      {
        getBuiltinModule: () => ({
          getHeapSpaceStatistics: () => {
            throw new Error('not implemented');
          },
        }),
      },
    ],
  ])('collectGarbage and boundGarbage do nothing if the engine %s', (_, process) => {
    vi.stubGlobal('process', process);
    expect(() => collectGarbage()).not.toThrow();
  });
});
