import { copyInEights, copyMatch, stepBytes } from '@marquetry/lz-blocks';
import { expect, test } from 'vitest';

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

test('copyInEights copies any length from any position, and writes at most 8 bytes beyond the end', () => {
  const source = Uint8Array.from({ length: 100 }, (_, i) => i + 1);
  for (const from of [0, 1, 5]) {
    for (let length = 0; length <= 70; length++) {
      const target = new Uint8Array(120);
      copyInEights(viewOf(source), from, viewOf(target), 3, length);
      expect([...target.subarray(0, 3 + length)]).toEqual([0, 0, 0, ...source.subarray(from, from + length)]);
      expect(target.subarray(3 + length + stepBytes).every((byte) => byte === 0)).toBe(true);
    }
  }
});

test('copyInEights copies bytes within an array from at least 8 bytes back, with the same result as copyMatch', () => {
  for (let offset = stepBytes; offset <= 20; offset++) {
    for (const length of [1, 7, 8, 9, 16, 17, 40, 64]) {
      const seed = Uint8Array.from({ length: 100 }, (_, i) => (i < 25 ? i * 7 : 0));
      const expected = seed.slice();
      copyMatch(expected, viewOf(expected), 25, offset, length);
      copyInEights(viewOf(seed), 25 - offset, viewOf(seed), 25, length);
      expect([...seed.subarray(0, 25 + length)]).toEqual([...expected.subarray(0, 25 + length)]);
    }
  }
});
