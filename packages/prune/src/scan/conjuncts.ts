/**
 * Orders the conjuncts, which are the parts of a predicate that must all hold: cheap tests that remove many rows come
 * first.
 *
 * rank = cost per row / fraction of the rows that the test removes
 *
 * For the first row group, the fractions are guesses; for later ones, they are measured on the previous row groups.
 * Time is not measured, so a scan always reads the same bytes.
 */
import type { LeafNode } from '@marquetry/schema';
import { type Comparison, combine, leavesIn, type Predicate } from '../predicate/predicate.js';

export interface Conjunct {
  readonly predicate: Predicate;
  readonly leaves: readonly LeafNode[];
  /** Number of rows that were tested; `passed` is the number of rows among them that satisfied the conjunct. */
  tested: number;
  passed: number;
}

/**
 * Splits a predicate into conjuncts. Tests of the same columns form one conjunct, so that these columns are read once.
 */
export function conjunctsOf(predicate: Predicate): readonly Conjunct[] {
  const byLeaves = new Map<string, Predicate[]>();
  for (const part of predicate.kind === 'and' ? predicate.parts : [predicate]) {
    const key = leavesIn(part)
      .map(({ index }) => index)
      .join();
    const same = byLeaves.get(key);
    if (same === undefined) byLeaves.set(key, [part]);
    else same.push(part);
  }
  return [...byLeaves.values()].map((parts) => {
    const joined = combine('and', parts);
    return { predicate: joined, leaves: leavesIn(joined), tested: 0, passed: 0 };
  });
}

/**
 * Returns the conjuncts, sorted in the order in which to test them. `bytesOf` returns the stored size of a column in
 * bytes.
 */
export function ordered(conjuncts: readonly Conjunct[], bytesOf: (leaf: LeafNode) => number): readonly Conjunct[] {
  const rankOf = (conjunct: Conjunct): number => {
    const share = conjunct.tested > 0 ? conjunct.passed / conjunct.tested : guess(conjunct.predicate);
    const bytes = conjunct.leaves.reduce((sum, leaf) => sum + bytesOf(leaf), 1);
    const calls = conjunct.predicate.kind === 'function' ? functionCost : 1;
    return (calls * bytes) / Math.max(1 - share, 1e-6);
  };
  const ranked = conjuncts.map((conjunct) => ({ conjunct, rank: rankOf(conjunct) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ conjunct }) => conjunct);
}

/** The assumed cost per row of calling a function in the predicate, relative to the cost of a comparison. */
const functionCost = 16;

/** Returns the fraction of rows that is assumed to match a predicate before any row has been tested. */
function guess(predicate: Predicate): number {
  switch (predicate.kind) {
    case 'constant':
      return predicate.value === true ? 1 : 0;
    case 'and':
      return predicate.parts.reduce((share, part) => share * guess(part), 1);
    case 'or':
      return 1 - predicate.parts.reduce((share, part) => share * (1 - guess(part)), 1);
    case 'function':
      return 0.5;
    case 'element':
      return predicate.test.isNegated ? 0.7 : 0.3;
    case 'value': {
      const share = guessOf(predicate.test.comparison);
      return predicate.test.comparison.isNegated ? 1 - share : share;
    }
  }
}

function guessOf(comparison: Comparison): number {
  switch (comparison.kind) {
    case 'relation':
      return comparison.relation === 'eq' ? 0.05 : 0.3;
    case 'in':
      return Math.min(0.5, 0.05 * comparison.literals.length);
    default:
      return 0.1;
  }
}
