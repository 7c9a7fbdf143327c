import { endOfOnes, findBit, findLastBit, keepBits, keepBytes, keepWords, readBit } from '@marquetry/bit-io';
import { describe, expect, test } from 'vitest';

/** Returns pseudo-random bits. The share of ones is about `share`. */
function someBits(count: number, share: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8));
  let state = 12345;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    if ((state >>> 8) / 2 ** 24 < share) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return bits;
}

const places = (bits: Uint8Array, bit: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i).filter((i) => readBit(bits, bit + i) === 1);

test('endOfOnes finds the position after thousands of 1 bits', () => {
  const bits = someBits(20_000, 0.3);
  const ones = places(bits, 3, 19_990);
  for (const most of [1, 300, 3000, ones.length]) {
    expect(endOfOnes(bits, 3, 19_993, most)).toBe(3 + (ones[most - 1] as number) + 1);
  }
  expect(endOfOnes(bits, 3, 19_993, ones.length + 1)).toBe(19_993);
});

describe.each([0, 0.01, 0.2, 0.5, 0.9, 1])('a bitmap in which the fraction of 1 bits is %f', (share) => {
  const bits = someBits(400, share);
  describe.each([
    [0, 0],
    [3, 5],
    [13, 8],
    [7, 301],
    [64, 256],
  ])('starting at bit %i, with %i entries', (bit, count) => {
    const kept = places(bits, bit, count);

    test.each([1, 2, 3, 4])('keepWords copies the selected entries of %s words', (unit) => {
      const source = Int32Array.from({ length: (count + 9) * unit }, (_, i) => i * 7 + 1);
      // The target has room for exactly the kept entries, after two entries that must not change.
      const target = new Int32Array((kept.length + 2) * unit).fill(-1);
      expect(keepWords(source, unit, 9, bits, bit, count, target, 2)).toBe(kept.length + 2);
      const expected = kept.flatMap((i) => [...source.subarray((9 + i) * unit, (10 + i) * unit)]);
      expect([...target]).toEqual([...new Array(2 * unit).fill(-1), ...expected]);
    });

    test('keepBytes copies the selected entries of one byte', () => {
      const source = Uint8Array.from({ length: count + 4 }, (_, i) => i);
      const target = new Uint8Array(kept.length + 1);
      expect(keepBytes(source, 4, bits, bit, count, target, 1)).toBe(kept.length + 1);
      expect([...target.subarray(1)]).toEqual(kept.map((i) => (i + 4) & 0xff));
    });

    test('keepBits copies the selected bits, and does not change the bits before them', () => {
      const source = someBits(count + 11, 0.4);
      const target = new Uint8Array(Math.ceil((kept.length + 5) / 8));
      target[0] = 0b10110;
      expect(keepBits(source, 11, bits, bit, count, target, 5)).toBe(kept.length + 5);
      expect((target[0] as number) & 31).toBe(0b10110);
      expect(kept.map((_, i) => readBit(target, 5 + i))).toEqual(kept.map((i) => readBit(source, 11 + i)));
    });

    test('findBit finds the next bit of the given value, and findLastBit finds the last bit that is 1', () => {
      const end = bit + count;
      const zero = Array.from({ length: count }, (_, i) => i).find((i) => !kept.includes(i));
      expect(findBit(bits, bit, end, 1)).toBe(kept.length > 0 ? bit + (kept[0] as number) : end);
      expect(findBit(bits, bit, end, 0)).toBe(zero === undefined ? end : bit + zero);
      expect(findLastBit(bits, bit, end)).toBe(bit + (kept.at(-1) ?? -1));
    });

    test('endOfOnes finds the position after the given number of 1 bits', () => {
      expect(endOfOnes(bits, bit, bit + count, 0)).toBe(bit);
      for (const most of [1, 2, 9, kept.length]) {
        if (most < 1 || most > kept.length) continue;
        expect(endOfOnes(bits, bit, bit + count, most)).toBe(bit + (kept[most - 1] as number) + 1);
      }
      expect(endOfOnes(bits, bit, bit + count, kept.length + 1)).toBe(bit + count);
    });
  });
});
