import { type Selection, selectionOfRuns } from '@marquetry/column';
import { BitSelection, bitsOf, runsOf, type SelectedBits, selectionOfBits } from '@marquetry/column/kept';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const rowsOf = (selection: Selection): number[] => {
  const rows: number[] = [];
  for (let row = selection.next(0); row < Number.POSITIVE_INFINITY; row = selection.next(row + 1)) rows.push(row);
  return rows;
};

describe('selections of the same rows as runs and as bits', () => {
  const chosen = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })), { minLength: 1 });

  test('selections given as runs and as bits return the same rows, gaps and counts', () => {
    fc.assert(
      fc.property(chosen, fc.integer({ min: 0, max: 9 }), (steps, before) => {
        let end = 0;
        const bounds = steps.flatMap(([gap, length]) => {
          const from = end + gap;
          end = from + length;
          return [from, end];
        });
        const runs = selectionOfRuns(Float64Array.from(bounds));
        const from = Math.max(0, (bounds[0] as number) - before);
        const bits = new BitSelection(bitsOf(Float64Array.from(bounds), from, end));
        expect(rowsOf(bits)).toEqual(rowsOf(runs));
        expect([[...runs.runs()], [...bits.runs()]]).toEqual([bounds, bounds]);
        const lost = runs.longestGap() - bits.longestGap();
        expect(lost >= 0 && lost <= Math.min(14, runs.longestGap())).toBe(true);
        for (const [a, b] of [
          [0, end],
          [from + 5, from + 9],
          [end - 3, end + 10],
          [0, from],
        ] as const) {
          const expected = rowsOf(runs).filter((row) => row >= a && row < b).length;
          expect([runs.count(a, b), bits.count(a, b)]).toEqual([expected, expected]);
          expect([runs.has(a, b), bits.has(a, b)]).toEqual([expected > 0, expected > 0]);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('selectionOfBits', () => {
  const every = (run: number, gap: number, count: number): Float64Array =>
    Float64Array.from(Array.from({ length: count }, (_, i) => [i * (run + gap), i * (run + gap) + run]).flat());

  test.each([
    ['bits if the runs are short and close together', every(3, 297, 100), true],
    ['runs if they have at least 32 rows', every(32, 3, 100), false],
    ['runs if they are far apart, however short', every(1, 5000, 100), false],
    ['runs if there are only 16 of them', every(1, 1, 16), false],
  ] as const)('selectionOfBits returns %s', (_, runs, isBits) => {
    const to = runs.at(-1) as number;
    const bits = bitsOf(runs, 0, to);
    const selection = selectionOfBits({ ...bits, to: to + 1, bits: Uint8Array.of(...bits.bits, 0) });
    expect(selection instanceof BitSelection).toBe(isBits);
    expect(selection?.runs()).toEqual(runs);
    expect(runsOf(bits)).toEqual(runs);
  });

  test('selectionOfBits returns undefined if all rows are selected', () => {
    const bits: SelectedBits = { bits: Uint8Array.of(0b11111100), origin: 10, from: 12, to: 18 };
    expect(selectionOfBits(bits)).toBeUndefined();
    expect(rowsOf(selectionOfBits({ ...bits, from: 11 }) as Selection)).toEqual([12, 13, 14, 15, 16, 17]);
  });
});
