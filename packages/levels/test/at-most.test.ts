import { expect, test } from 'vitest';
import { areAtMost } from '../src/index.js';

test('areAtMost detects a level above the maximum at any index, regardless of the alignment of the array', () => {
  for (const maxLevel of [0, 1, 2, 126, 127, 128, 200, 254]) {
    for (let offset = 0; offset < 4; offset++) {
      for (let length = 0; length < 14; length++) {
        const levels = new Uint8Array(20)
          .fill(255)
          .subarray(offset, offset + length)
          .fill(maxLevel);
        expect(areAtMost(levels, maxLevel)).toBe(true);
        for (let at = 0; at < length; at++) {
          for (const above of [maxLevel + 1, 255]) {
            levels[at] = above;
            expect(areAtMost(levels, maxLevel)).toBe(false);
          }
          levels[at] = maxLevel;
        }
      }
    }
  }
  expect(areAtMost(Uint8Array.of(255, 255, 255, 255, 255), 255)).toBe(true);
});
