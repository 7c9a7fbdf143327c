import {
  bitsOf,
  longestGap,
  nextSelected,
  rowsSelected,
  runsOf,
  type SelectedBits,
  type Selection,
  selectionOf,
  selectionOfRuns,
} from '@marquetry/column';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const runsFrom = (...bounds: number[]): Selection => ({ kind: 'runs', runs: Float64Array.from(bounds) });
const rowsOf = (selection: Selection): number[] => {
  const rows: number[] = [];
  for (let row = nextSelected(selection, 0); row < Number.POSITIVE_INFINITY; row = nextSelected(selection, row + 1)) {
    rows.push(row);
  }
  return rows;
};

describe('runs and bits of the same rows', () => {
  const chosen = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })), { minLength: 1 });

  test('have the same rows, gaps and counts', () => {
    fc.assert(
      fc.property(chosen, fc.integer({ min: 0, max: 9 }), (steps, before) => {
        let end = 0;
        const bounds = steps.flatMap(([gap, length]) => {
          const from = end + gap;
          end = from + length;
          return [from, end];
        });
        const runs = runsFrom(...bounds);
        const from = Math.max(0, (bounds[0] as number) - before);
        const bits = bitsOf(runs, from, end);
        expect(rowsOf(bits)).toEqual(rowsOf(runs));
        expect([...runsOf(bits)]).toEqual(bounds);
        const lost = longestGap(runs) - longestGap(bits);
        expect(lost >= 0 && lost <= Math.min(14, longestGap(runs))).toBe(true);
        for (const [a, b] of [
          [0, end],
          [from + 5, from + 9],
          [end - 3, end + 10],
          [0, from],
        ] as const) {
          const expected = rowsOf(runs).filter((row) => row >= a && row < b).length;
          expect([rowsSelected(runs, a, b), rowsSelected(bits, a, b)]).toEqual([expected, expected]);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('the form', () => {
  const every = (run: number, gap: number, count: number): Float64Array =>
    Float64Array.from(Array.from({ length: count }, (_, i) => [i * (run + gap), i * (run + gap) + run]).flat());

  test.each([
    ['bits of short runs close together', every(3, 297, 100), 'bits'],
    ['runs of 32 rows and more', every(32, 3, 100), 'runs'],
    ['runs that are far apart, however short', every(1, 5000, 100), 'runs'],
    ['runs of a few runs', every(1, 1, 16), 'runs'],
  ] as const)('is %s', (_, runs, kind) => {
    expect(selectionOfRuns(runs).kind).toBe(kind);
    const to = runs.at(-1) as number;
    const bits = bitsOf({ kind: 'runs', runs }, 0, to);
    expect(selectionOf({ ...bits, to: to + 1, bits: Uint8Array.of(...bits.bits, 0) })?.kind).toBe(kind);
  });

  test('is none where all rows are selected', () => {
    const bits: SelectedBits = { kind: 'bits', bits: Uint8Array.of(0b11111100), origin: 10, from: 12, to: 18 };
    expect(selectionOf(bits)).toBeUndefined();
    expect(rowsOf(selectionOf({ ...bits, from: 11 }) as Selection)).toEqual([12, 13, 14, 15, 16, 17]);
  });
});
