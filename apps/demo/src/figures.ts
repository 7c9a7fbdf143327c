/** The figures of a column, and the rule that decides whether two figures agree. */

/**
 * `sum` is the sum of finite numbers, `distinct` the number of distinct byte strings, `NaN` the number of NaN values. NaN is not
 * included in `min`, `max` and `sum`.
 */
export const figureNames = ['values', 'nulls', 'min', 'max', 'sum', 'distinct', 'NaN'] as const;
export type FigureName = (typeof figureNames)[number];

/**
 * The figures of a column as text: integers as digits, floats as JavaScript prints them, bytes as `describeBytes`
 * formats them. A column without values has no minimum, so that figure is absent.
 */
export type Figures = Readonly<Partial<Record<FigureName, string>>>;

/** The relative error allowed for sums of floats, because the order of addition is not defined. */
const sumTolerance = 1e-9;

/** How two figures are compared: as text, as numbers, or as sums with a tolerance. */
export type Comparison = 'exact' | 'number' | 'sum';

/** Returns how two figures are compared: counts are always compared exactly, other figures depending on their type. */
export function comparisonOf(name: FigureName, isFloat: boolean): Comparison {
  if (!isFloat || name === 'values' || name === 'nulls' || name === 'NaN') return 'exact';
  return name === 'sum' ? 'sum' : 'number';
}

/** Returns true if both figures agree. +0 equals -0. */
export function agrees(ours: string | undefined, theirs: string | undefined, comparison: Comparison): boolean {
  if (ours === theirs) return true;
  if (comparison === 'exact' || ours === undefined || theirs === undefined) return false;
  const a = Number(ours);
  const b = Number(theirs);
  if (a === b) return true;
  // The tolerance of an infinite sum is infinite, so it would agree with any number.
  const scale = Math.max(Math.abs(a), Math.abs(b));
  return comparison === 'sum' && Number.isFinite(scale) && Math.abs(a - b) <= sumTolerance * scale;
}
