/** Selections of rows as ranges, and the bits that narrow them, beside the same by lists of rows. */
import { describe, expect, test } from 'vitest';
import { rowsIn } from '../src/plan/ranges.js';
import { bitsSet, firstRuns, keepBits, narrowed, runsSet, sliceOfRanges } from '../src/scan/selection.js';

type Pairs = readonly (readonly [number, number])[];

const rowsOf = (ranges: Pairs): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
const bitsOf = (flags: readonly boolean[]): Uint8Array => {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (const [i, flag] of flags.entries()) if (flag) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  return bits;
};
/** Numbers below 1 that look random. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
const isApart = (ranges: Pairs): boolean =>
  ranges.every(([from, to], i) => from < to && from > (ranges[i - 1]?.[1] ?? -1));

function randomSelection(random: Generator<number, never>): Pairs {
  const ranges: [number, number][] = [];
  for (let row = 0; ranges.length < 12; ) {
    const from = row + 1 + Math.floor(random.next().value * 30);
    const to = from + 1 + Math.floor(random.next().value * 40);
    ranges.push([from, to]);
    row = to;
  }
  return ranges;
}

test('the first runs of bits are all runs up to the bit where they end', () => {
  const random = numbers(1);
  for (let round = 0; round < 200; round++) {
    const density = random.next().value;
    const flags = Array.from(
      { length: 1 + Math.floor(random.next().value * 200) },
      () => random.next().value < density,
    );
    const bits = bitsOf(flags);
    const most = 1 + Math.floor(random.next().value * 10);
    const set = [...flags.keys()].filter((i) => flags[i]);
    const seen: number[] = [];
    for (let from = 0; from < flags.length; ) {
      const { runs, end } = firstRuns(bits, from, flags.length, most);
      expect(runs.length).toBeLessThanOrEqual(most);
      expect(end).toBeGreaterThan(from);
      expect(isApart(runs)).toBe(true);
      if (end < flags.length) expect(runs.length).toBe(most);
      seen.push(...rowsOf(runs));
      from = end;
    }
    expect(seen).toEqual(set);
  }
});

test('a selection is narrowed by bits from any bit on, and sliced by the number of its rows', () => {
  const random = numbers(2);
  for (let round = 0; round < 200; round++) {
    const selection = randomSelection(random);
    const rows = rowsOf(selection);
    const flags = rows.map(() => random.next().value < 0.5);
    const bits = bitsOf(flags);
    expect(rowsOf(narrowed(selection, bits))).toEqual(rows.filter((_, i) => flags[i]));
    const from = Math.floor(random.next().value * rows.length);
    const to = from + Math.floor(random.next().value * (rows.length + 1 - from));
    const slice = sliceOfRanges(selection, from, to);
    expect(rowsOf(slice)).toEqual(rows.slice(from, to));
    expect(rowsIn(slice)).toBe(to - from);
    const part = narrowed(slice, bits, from);
    expect(isApart(part)).toBe(true);
    expect(rowsOf(part)).toEqual(rows.slice(from, to).filter((_, i) => flags[from + i]));
  }
});

describe('bits', () => {
  const random = (count: number): boolean[] => Array.from({ length: count }, () => Math.random() < 0.5);
  const packed = (values: readonly boolean[]): Uint8Array => {
    // What lies behind the last bit is of no meaning.
    const bits = new Uint8Array(Math.ceil(values.length / 8) + 1).fill(0xff);
    for (const [i, value] of values.entries()) if (!value) bits[i >> 3] = (bits[i >> 3] as number) & ~(1 << (i & 7));
    return bits;
  };

  test.each([0, 1, 7, 8, 9, 63, 64, 1000])('of %d are counted, and their runs', (count) => {
    const values = random(count);
    expect(bitsSet(packed(values), count)).toBe(values.filter(Boolean).length);
    expect(runsSet(packed(values), count)).toBe(values.filter((value, i) => value && values[i - 1] !== true).length);
  });

  test.each([
    [0, 8],
    [3, 2],
    [5, 20],
    [8, 1],
    [13, 51],
    [0, 64],
  ])('from %d on, %d of them, are kept where others are 1, and those outside stay', (from, count) => {
    const values = random(64);
    const others = random(count);
    const bits = packed(values);
    keepBits(bits, from, packed(others), count);
    const expected = values.map((value, i) => value && (i < from || i >= from + count || others[i - from] === true));
    expect(values.map((_, i) => (((bits[i >> 3] as number) >> (i & 7)) & 1) === 1)).toEqual(expected);
  });
});
