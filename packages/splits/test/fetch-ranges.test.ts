import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fetchRanges, mostRequestBytes } from '../src/plan/fetch-ranges.js';

test('fetchRanges joins nearby ranges into one request, including the gap between them', () => {
  const ranges = [
    { offset: 300, length: 50 },
    { offset: 100, length: 50 },
    { offset: 160, length: 40 },
    { offset: 500, length: 0 },
  ];
  expect(fetchRanges(ranges, 10)).toEqual([
    [100, 100],
    [300, 50],
  ]);
  expect(fetchRanges(ranges, 0)).toEqual([
    [100, 50],
    [160, 40],
    [300, 50],
  ]);
  expect(fetchRanges(ranges, 100)).toEqual([[100, 250]]);
  expect(fetchRanges([], 10)).toEqual([]);
  // Empty ranges do not extend a request.
  expect(
    fetchRanges(
      [
        { offset: 0, length: 1 },
        { offset: 2, length: 0 },
      ],
      1,
    ),
  ).toEqual([[0, 1]]);
});

test('fetchRanges splits a large range into several requests, and never joins ranges into a request above the limit', () => {
  const most = mostRequestBytes;
  expect(fetchRanges([{ offset: 4, length: 2 * most + 1 }], 0)).toEqual([
    [4, most],
    [4 + most, most],
    [4 + 2 * most, 1],
  ]);
  expect(
    fetchRanges(
      [
        { offset: 0, length: most - 1 },
        { offset: most - 1, length: 2 },
      ],
      100,
    ),
  ).toEqual([
    [0, most - 1],
    [most - 1, 2],
  ]);
});

test('the requests of fetchRanges ascend, do not overlap, and contain all ranges but no gap larger than `gap`', () => {
  const range = fc.record({ offset: fc.nat(500), length: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), fc.nat(30), (ranges, gap) => {
      const requests = fetchRanges(ranges, gap);
      const wanted = new Set(ranges.flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i)));
      const fetched = requests.flatMap(([offset, length]) => Array.from({ length }, (_, i) => offset + i));
      expect(fetched).toEqual([...new Set(fetched)].sort((a, b) => a - b));
      const all = new Set(fetched);
      for (const byte of wanted) expect(all.has(byte)).toBe(true);
      for (const [offset, length] of requests) {
        expect(length).toBeGreaterThan(0);
        expect(wanted.has(offset) && wanted.has(offset + length - 1)).toBe(true);
      }
      let since = 0;
      for (const byte of fetched) {
        since = wanted.has(byte) ? 0 : since + 1;
        expect(since).toBeLessThanOrEqual(gap);
      }
    }),
  );
});
