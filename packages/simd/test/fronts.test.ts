/**
 * Tests that the kernel builds the same front-coded values as a simple loop, whatever the memory contained before, and
 * writes nothing else.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noise, sameBytes, simd, withAnyArena } from './arena-memory.js';

const canary = 0x5a;

interface Fronts {
  readonly source: Uint8Array;
  readonly previous: Uint8Array;
  readonly prefixes: Int32Array;
  readonly ends: Int32Array;
  readonly values: Uint8Array;
}

/** Returns `count` values whose prefixes and suffixes have up to `longest` bytes. The first suffix starts at byte `at`. */
function frontsOf(count: number, longest: number, before: number, at: number, seed: number): Fronts {
  const lengths = new Uint16Array(noise(4 * count, seed).buffer);
  const previous = noise(before, seed + 1);
  const prefixes = new Int32Array(count);
  const ends = new Int32Array(count + 1).fill(at);
  const suffixes: number[] = [];
  const values: number[] = [];
  const letters = noise(count * longest, seed + 2);
  let value = [...previous];
  for (let i = 0; i < count; i++) {
    const prefix = Math.min(value.length, (lengths[2 * i] as number) % (longest + 1));
    const suffix = [...letters.subarray(i * longest, i * longest + ((lengths[2 * i + 1] as number) % (longest + 1)))];
    value = [...value.slice(0, prefix), ...suffix];
    prefixes[i] = prefix;
    for (const byte of suffix) suffixes.push(byte);
    for (const byte of value) values.push(byte);
    ends[i + 1] = at + values.length;
  }
  return { source: Uint8Array.from(suffixes), previous, prefixes, ends, values: Uint8Array.from(values) };
}

/** Returns the target of `joinFronts`, which must build all values. */
function join({ source, previous, prefixes, ends, values }: Fronts, isLent: boolean): Uint8Array {
  const at = ends[0] as number;
  const count = prefixes.length;
  const target = new Uint8Array(at + values.length + 32).fill(canary);
  let taken = source;
  if (isLent) {
    taken = simd.scratch(source.length);
    taken.set(source);
  }
  const built = simd.joinFronts(taken, 0, previous, prefixes, ends, 0, count, target);
  expect(built).toBe(count);
  return target;
}

test('joinFronts builds the same values as a loop that builds them one by one, regardless of their lengths', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 129, max: 700 }), fc.integer({ min: 3000, max: 9000 })),
      fc.constantFrom(1, 3, 16, 40, 90),
      fc.nat(200),
      fc.nat(20),
      fc.integer({ min: 1, max: 1e6 }),
      fc.boolean(),
      (count, longest, before, at, seed, isLent) => {
        const fronts = frontsOf(count, longest, before, at, seed);
        const expected = new Uint8Array(at + fronts.values.length + 32).fill(canary);
        expected.set(fronts.values, at);
        expect(
          sameBytes(
            withAnyArena(() => join(fronts, isLent)),
            expected,
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

describe('joinFronts in WebAssembly', () => {
  const fronts = frontsOf(1000, 20, 10, 0, 5);
  const built = (changed: Partial<Fronts>, room = fronts.values.length): number => {
    const { source, previous, prefixes, ends } = { ...fronts, ...changed };
    const target = new Uint8Array(room + 64).fill(canary);
    const count = simd.joinFronts(source, 0, previous, prefixes, ends, 0, 1000, target.subarray(0, room));
    const end = fronts.ends[count] as number;
    expect(sameBytes(target.subarray(0, end), fronts.values.subarray(0, end))).toBe(true);
    expect(target.subarray(end).every((byte) => byte === canary)).toBe(true);
    return count;
  };

  test('joinFronts stops at a prefix longer than the previous value', () => {
    const prefixes = fronts.prefixes.slice();
    prefixes[300] = 60;
    const ends = fronts.ends.map((end, i) => (i > 300 ? end + 60 : end));
    expect(built({ prefixes, ends })).toBe(300);
  });

  test('joinFronts stops at a negative prefix', () => {
    const prefixes = fronts.prefixes.slice();
    prefixes[400] = -1;
    expect(built({ prefixes })).toBe(400);
  });

  test('joinFronts stops at a value that ends before the previous value', () => {
    const ends = fronts.ends.slice();
    ends[501] = 0;
    expect(built({ ends })).toBe(500);
  });

  test('joinFronts stops where the suffixes are truncated', () => {
    const count = built({ source: fronts.source.subarray(0, 1000) });
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(200);
  });

  test('joinFronts stops when the target is full', () => {
    const count = built({}, 5000);
    expect(fronts.ends[count]).toBeLessThanOrEqual(5000);
    expect(fronts.ends[count + 1]).toBeGreaterThan(5000);
  });

  test('joinFronts builds nothing if there are few values, long values or a long previous value', () => {
    expect(built({ previous: noise(16_385) })).toBe(0);
    const long = frontsOf(200, 3000, 0, 0, 1);
    const target = new Uint8Array(long.values.length + 32);
    expect(simd.joinFronts(long.source, 0, long.previous, long.prefixes, long.ends, 0, 200, target)).toBe(0);
    expect(simd.joinFronts(fronts.source, 0, fronts.previous, fronts.prefixes, fronts.ends, 0, 100, target)).toBe(0);
  });
});
