/** Determines what metadata proves about a whole predicate. */
import type { LeafNode } from '@marquetry/schema';
import type { ElementTest, Predicate } from '../predicate/predicate.js';
import type { Facts } from './facts.js';
import { verdictOfPresent, verdictOfValues } from './value-verdict.js';
import { combined, type Finding, some } from './verdict.js';

/** A test of a single column. */
export type ColumnTest = Extract<Predicate, { readonly kind: 'value' | 'element' }>;

/**
 * Determines whether the counts and bounds of columns prove that no row or every row matches a predicate. `factsOf`
 * returns the counts and bounds of a column, or `undefined` if they are not known.
 */
export function verdictOf(predicate: Predicate, factsOf: (leaf: LeafNode) => Facts | undefined): Finding {
  return findingOf(predicate, (part) => verdictOfTest(part, factsOf(part.test.leaf)));
}

function verdictOfTest(part: ColumnTest, facts: Facts | undefined): Finding {
  if (facts === undefined) return some;
  return part.kind === 'value'
    ? verdictOfValues(part.test.leaf, part.test.comparison, facts)
    : verdictOfElements(part.test, facts);
}

/**
 * Does the same as {@link verdictOf} for a test of a single column. It does not create closures, which V8 would have to
 * compile again for each scan.
 */
export function verdictOfColumn(part: ColumnTest, facts: Facts | undefined): Finding {
  return placed(part, verdictOfTest(part, facts));
}

function placed({ test }: ColumnTest, finding: Finding): Finding {
  return finding.verdict === 'some' ? some : { ...finding, column: test.path };
}

/**
 * Determines whether no row, some rows or all rows match a predicate. `decide` returns the result for each test of a
 * single column. Nothing can be proven about functions in the predicate, so their result is `some`.
 */
export function findingOf(predicate: Predicate, decide: (part: ColumnTest) => Finding): Finding {
  switch (predicate.kind) {
    case 'constant':
      return { verdict: predicate.value === true ? 'all' : 'none', why: 'the predicate is constant' };
    case 'and':
    case 'or':
      return combined(
        predicate.kind,
        predicate.parts.map((part) => findingOf(part, decide)),
      );
    case 'function':
      return some;
    default:
      return placed(predicate, decide(predicate));
  }
}

/**
 * Determines whether metadata proves that no list has an element that matches. The bounds of a repeated column are
 * bounds of the elements of its lists.
 */
function verdictOfElements({ leaf, comparisons, isNegated }: ElementTest, facts: Facts): Finding {
  if (isNegated) return some;
  const { nullCount, slotCount } = facts;
  for (const comparison of comparisons) {
    if (comparison.kind === 'isNull') continue;
    if (slotCount > 0 && nullCount === slotCount) return { verdict: 'none', why: 'all lists are empty or null' };
    const found = verdictOfPresent(leaf, comparison, facts);
    if (found.verdict === 'none') return found;
  }
  return some;
}
