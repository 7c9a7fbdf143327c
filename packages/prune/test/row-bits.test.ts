/** Rows as bits, beside the same by lists of rows. */
import { runSteps } from '@marquetry/core';
import type { RowBits } from '@marquetry/file';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range } from '../src/plan/ranges.js';
import {
  bitsOfRanges,
  eachRow,
  narrowedRows,
  nextRun,
  placesOf,
  rowCountOf,
  rowsBetween,
  rowsWithin,
  sliceOfRows,
} from '../src/scan/row-bits.js';

const listOf = (rows: RowBits): number[] => [...eachRow(rows)];
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 })), { minLength: 1 });

function rangesOf(chosen: readonly (readonly [number, number])[]): Range[] {
  let end = 0;
  return chosen.map(([gap, length]) => {
    const from = end + gap;
    end = from + length;
    return [from, end];
  });
}

const check = (run: (rows: RowBits, list: number[], seed: number) => void): void =>
  fc.assert(
    fc.property(steps, fc.nat(1000), (chosen, seed) => {
      const ranges = rangesOf(chosen);
      const list = ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
      run(bitsOfRanges(ranges), list, seed);
    }),
    { seed: 9, numRuns: 200 },
  );

test('ranges as bits have the same rows and runs', () => {
  check((rows, list) => {
    expect(listOf(rows)).toEqual(list);
    expect(rowCountOf(rows)).toBe(list.length);
    expect(nextRun(rows, list[0] as number)?.[0]).toBe(list[0]);
    expect(nextRun(rows, (list.at(-1) as number) + 1)).toBeUndefined();
  });
});

test('parts of rows are those parts of the list', () => {
  check((rows, list, seed) => {
    const from = seed % list.length;
    const to = Math.min(list.length, from + 1 + (seed % 17));
    expect(listOf(sliceOfRows(rows, from, to))).toEqual(list.slice(from, to));
    const next = rowsWithin(rows, list[from] as number, to - from);
    expect(listOf(next)).toEqual(list.slice(from, to));
    expect(next.first + next.count).toBe((list[to - 1] as number) + 1);
    const [a, b] = [rows.first + (seed % rows.count), rows.first + rows.count];
    expect(listOf(rowsBetween(rows, a, b))).toEqual(list.filter((row) => row >= a));
  });
});

test('rows are narrowed by a bit per row that is left, and know their places', () => {
  check((rows, list, seed) => {
    const isKept = (i: number): boolean => ((i * 7 + seed) % 5) * (i % 3) > 1;
    const tested = new Uint8Array(Math.ceil(list.length / 8));
    for (const i of list.keys()) if (isKept(i)) tested[i >> 3]! |= 1 << (i & 7);
    const left = runSteps(narrowedRows(rows, list.length, tested));
    expect(listOf(left)).toEqual(list.filter((_, i) => isKept(i)));
    const middle = rowsBetween(left, rows.first + (rows.count >> 1), rows.first + rows.count);
    const { bits, origin, from, to } = placesOf(middle, rows, list.length);
    const places = [...list.keys()].filter(
      (i) => i >= from && i < to && (bits[(i - origin) >> 3]! >> ((i - origin) & 7)) & 1,
    );
    expect(places.map((i) => list[i])).toEqual(listOf(middle));
    expect(to).toBe(list.length);
  });
});
