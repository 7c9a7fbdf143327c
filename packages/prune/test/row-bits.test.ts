import { describe, expect, test } from 'vitest';
import { windowsOf } from '../src/scan/row-bits.js';

describe('windows of ranges', () => {
  test('each window of ranges spans at most 10 rows, and together the windows have all rows in order', () => {
    expect([
      ...windowsOf(
        [
          [2, 4],
          [5, 30],
          [31, 33],
          [100, 101],
        ],
        10,
      ),
    ]).toEqual([
      [
        [2, 4],
        [5, 12],
      ],
      [[12, 22]],
      [
        [22, 30],
        [31, 32],
      ],
      [[32, 33]],
      [[100, 101]],
    ]);
  });

  test('windowsOf returns one window for ranges that fit in one, and no window if there are no ranges', () => {
    expect([
      ...windowsOf(
        [
          [0, 7],
          [9, 10],
        ],
        10,
      ),
    ]).toEqual([
      [
        [0, 7],
        [9, 10],
      ],
    ]);
    expect([...windowsOf([], 10)]).toEqual([]);
  });

  test('row numbers in windows may exceed 32 bits', () => {
    expect([...windowsOf([[2 ** 33, 2 ** 33 + 5]], 3)]).toEqual([
      [[2 ** 33, 2 ** 33 + 3]],
      [[2 ** 33 + 3, 2 ** 33 + 5]],
    ]);
  });
});
