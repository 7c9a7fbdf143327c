import { describe, expect, it } from 'vitest';
import { gather32, gather64, largestIndex } from '../src/index.js';
import { counts } from './reference.js';

describe('gather32 and gather64', () => {
  it.each(counts)('gather32 and gather64 copy %i elements, and write nothing after them', (count) => {
    const source = Int32Array.from({ length: 40 }, (_, i) => i * 1000 + 1);
    const indices = Int32Array.from({ length: count + 2 }, (_, i) => (i * 7) % 20);
    const used = indices.subarray(2);

    const words = new Int32Array(count + 2).fill(-7);
    gather32(source, indices, 2, count, words, 1);
    expect([...words]).toEqual([-7, ...Array.from(used, (index) => source[index]), -7]);

    const pairs = new Int32Array(2 * count + 4).fill(-7);
    gather64(source, indices, 2, count, pairs, 1);
    const expected = Array.from(used, (index) => [source[2 * index], source[2 * index + 1]]).flat();
    expect([...pairs]).toEqual([-7, -7, ...expected, -7, -7]);
  });
});

describe('largestIndex', () => {
  it('largestIndex treats indices as unsigned, ignores indices outside the given range, and returns -1 for an empty range', () => {
    const indices = Int32Array.of(99, 3, 7, 0, 5, 99);
    expect(largestIndex(indices, 1, 4)).toBe(7);
    expect([1, 2, 3, 4].map((count) => largestIndex(indices, 1, count))).toEqual([3, 7, 7, 7]);
    expect(largestIndex(indices, 3, 1)).toBe(0);
    expect(largestIndex(indices, 3, 0)).toBe(-1);
    expect(largestIndex(Int32Array.of(5, -2, 2 ** 31 - 1), 0, 3)).toBe(2 ** 32 - 2);
  });
});
