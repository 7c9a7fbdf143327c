import { describe, expect, it } from 'vitest';
import { counted, grouped } from '../src/counted.js';

describe('counted and grouped', () => {
  it.each<[n: number, text: string]>([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [12345, '12,345'],
    [100000, '100,000'],
    [3000000, '3,000,000'],
    [-1, '-1'],
    [-100, '-100'],
    [-123456, '-123,456'],
    [2 ** 53, '9,007,199,254,740,992'],
    [2 ** 63, '9,223,372,036,854,776,000'],
  ])('grouped formats %d as %s, as toLocaleString does', (n, text) => {
    expect(grouped(n)).toBe(text);
    expect(n.toLocaleString('en-US')).toBe(text);
  });

  it('counted uses the singular for one, and the plural otherwise', () => {
    expect([counted(0, 'row'), counted(1, 'row'), counted(2000, 'row')]).toEqual(['0 rows', '1 row', '2,000 rows']);
  });
});
