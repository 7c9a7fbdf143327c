import { describe, expect, test } from 'vitest';
import { windowsOf } from '../src/scan/row-bits.js';

describe('windowsOf (groups of row ranges)', () => {
  test('windowsOf returns groups that span at most the given number of rows and together contain all rows in order', () => {
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

  test('windowsOf returns one group if all ranges fit in it, and no group if there are no ranges', () => {
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

  test('windowsOf accepts row numbers that exceed 32 bits', () => {
    expect([...windowsOf([[2 ** 33, 2 ** 33 + 5]], 3)]).toEqual([
      [[2 ** 33, 2 ** 33 + 3]],
      [[2 ** 33 + 3, 2 ** 33 + 5]],
    ]);
  });
});
