/**
 * A predicate that is bound to a schema: a tree whose leaves test the values of columns.
 *
 * As in SQL, the result of a test is true, false or unknown. A row matches if the result of the whole tree is true.
 *
 *   x        y        x and y   x or y   not x
 *   true     unknown  unknown   true     false
 *   false    unknown  false     unknown  true
 *   unknown  unknown  unknown   unknown  unknown
 *
 * Binding pushes `not` down to the tests, so the tree has no `not`.
 */

import type { FunctionTest } from '@marquetry/file';
import type { Literal } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';

/** A relation between a value and a literal, as in `value lt literal`. */
export type Relation = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

/**
 * A comparison of one value. For null, the result is unknown unless the comparison is `isNull`. `isNegated` exchanges
 * true and false; unknown stays unknown. Every relation is false for NaN, so every negated relation is true for NaN.
 */
export type Comparison =
  | { readonly kind: 'relation'; readonly relation: Relation; readonly literal: Literal; readonly isNegated: boolean }
  /** True if the value equals one of the literals, which are PLAIN bytes without a length. */
  | { readonly kind: 'in'; readonly literals: readonly Uint8Array[]; readonly isNegated: boolean }
  | { readonly kind: 'startsWith'; readonly prefix: Uint8Array; readonly isNegated: boolean }
  | { readonly kind: 'isNaN'; readonly isNegated: boolean }
  /** True if the value's definition level is below `level`. */
  | { readonly kind: 'isNull'; readonly level: number; readonly isNegated: boolean };

/**
 * A test of a column that is not repeated, or an `isNull` test of a group, which is evaluated on any one column of the
 * group.
 */
export interface ValueTest {
  readonly leaf: LeafNode;
  /** The name of the column as the caller wrote it, for error messages. */
  readonly path: string;
  readonly comparison: Comparison;
}

/**
 * A test of the elements of a list. It is true if one element satisfies all comparisons. Otherwise it is unknown if the
 * comparisons are unknown for some element, and false otherwise.
 */
export interface ElementTest {
  readonly leaf: LeafNode;
  readonly path: string;
  /** The comparisons, of which there is at least one. */
  readonly comparisons: readonly Comparison[];
  /** If the definition level of a row's first slot is below this level, the list is null and the test is unknown. */
  readonly listLevel: number;
  /** Slots with at least this definition level are elements; other slots represent null or empty lists. */
  readonly entryLevel: number;
  readonly isNegated: boolean;
}

/**
 * A condition that the caller's function evaluates. The function sets one bit for each row that matches. The
 * condition is false for all other rows, and never unknown.
 */
export interface RowFunction {
  readonly leaves: readonly LeafNode[];
  readonly test: FunctionTest['test'];
  readonly isNegated: boolean;
}

/** A predicate that is bound to a schema. `and` and `or` have at least two parts. */
export type Predicate =
  /** `undefined` means unknown: no row matches, whether or not the predicate is negated. */
  | { readonly kind: 'constant'; readonly value: boolean | undefined }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'value'; readonly test: ValueTest }
  | { readonly kind: 'element'; readonly test: ElementTest }
  | { readonly kind: 'function'; readonly test: RowFunction };

/**
 * Returns the conjunction or disjunction of predicates, with constants folded and nested nodes of the same kind joined.
 */
export function combine(kind: 'and' | 'or', parts: readonly Predicate[]): Predicate {
  const decides = kind === 'or';
  const left: Predicate[] = [];
  for (const part of parts) {
    if (part.kind === kind) left.push(...part.parts);
    else if (part.kind !== 'constant' || part.value === undefined) left.push(part);
    else if (part.value === decides) return part;
  }
  const [first] = left;
  if (first === undefined) return { kind: 'constant', value: !decides };
  return left.length === 1 ? first : { kind, parts: left };
}

/**
 * Returns the negation of a predicate, which is true where the predicate is false, and unknown where the predicate is
 * unknown.
 */
export function negate(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case 'constant':
      return { kind: 'constant', value: predicate.value === undefined ? undefined : !predicate.value };
    case 'and':
      return combine('or', predicate.parts.map(negate));
    case 'or':
      return combine('and', predicate.parts.map(negate));
    case 'value': {
      const { test } = predicate;
      const { comparison } = test;
      return { kind: 'value', test: { ...test, comparison: { ...comparison, isNegated: !comparison.isNegated } } };
    }
    case 'element':
      return { kind: 'element', test: { ...predicate.test, isNegated: !predicate.test.isNegated } };
    case 'function':
      return { kind: 'function', test: { ...predicate.test, isNegated: !predicate.test.isNegated } };
  }
}

/** Returns the columns that a predicate reads, without duplicates, in schema order. */
export function leavesIn(predicate: Predicate): readonly LeafNode[] {
  const leaves = new Set<LeafNode>();
  const collect = (part: Predicate): void => {
    switch (part.kind) {
      case 'constant':
        return;
      case 'and':
      case 'or':
        for (const each of part.parts) collect(each);
        return;
      case 'function':
        for (const leaf of part.test.leaves) leaves.add(leaf);
        return;
      default:
        leaves.add(part.test.leaf);
    }
  };
  collect(predicate);
  return [...leaves].sort((a, b) => a.index - b.index);
}
