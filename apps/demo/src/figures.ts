/**
 * The figures of a column, and when two of them agree.
 */

/**
 * `sum` is of numbers (finite ones), `distinct` counts byte strings. Minimum, maximum and sum leave NaN out, which
 * `NaN` counts.
 */
export const figureNames = ['values', 'nulls', 'min', 'max', 'sum', 'distinct', 'NaN'] as const;
export type FigureName = (typeof figureNames)[number];

/**
 * Figures as text: integers as digits, floats as JavaScript prints them, bytes as `describeBytes` does. Absent where a
 * column has no such figure: there is no minimum of no values.
 */
export type Figures = Readonly<Partial<Record<FigureName, string>>>;

/** The relative error that sums of floats may have: their order of addition is free. */
const sumTolerance = 1e-9;

/** How the text of a figure is to be compared. */
export type Comparison = 'exact' | 'number' | 'sum';

/** Counts are exact in every column; what else is depends on what the values are. */
export function comparisonOf(name: FigureName, isFloat: boolean): Comparison {
  if (!isFloat || name === 'values' || name === 'nulls' || name === 'NaN') return 'exact';
  return name === 'sum' ? 'sum' : 'number';
}

/** True when both say the same. Zeros of both signs are one number. */
export function agrees(ours: string | undefined, theirs: string | undefined, comparison: Comparison): boolean {
  if (ours === theirs) return true;
  if (comparison === 'exact' || ours === undefined || theirs === undefined) return false;
  const a = Number(ours);
  const b = Number(theirs);
  if (a === b) return true;
  // An infinite sum is within any share of itself of anything.
  const scale = Math.max(Math.abs(a), Math.abs(b));
  return comparison === 'sum' && Number.isFinite(scale) && Math.abs(a - b) <= sumTolerance * scale;
}
