/**
 * A predicate that is bound to a schema: a tree of tests of columns.
 *
 * A test of a row is true, false or unknown, as in SQL. A row is kept where the tree is true.
 *
 *   x        y        x and y   x or y   not x
 *   true     unknown  unknown   true     false
 *   false    unknown  false     unknown  true
 *   unknown  unknown  unknown   unknown  unknown
 *
 * `not` is pushed to the tests when a predicate is bound: the tree has none.
 */

import type { FunctionTest } from '@marquetry/file';
import type { Literal } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';

/** The order of a value and a literal that a comparison asks for. */
export type Relation = 'eq' | 'lt' | 'le' | 'gt' | 'ge';

/**
 * A comparison of one value. Null gives unknown, but for `isNull`. `isNegated` exchanges true and false, and leaves unknown:
 * NaN, of which every relation is false, passes all that are negated.
 */
export type Comparison =
  | { readonly kind: 'relation'; readonly relation: Relation; readonly literal: Literal; readonly isNegated: boolean }
  /** Equal to one of the literals, PLAIN bytes without a length. */
  | { readonly kind: 'in'; readonly literals: readonly Uint8Array[]; readonly isNegated: boolean }
  | { readonly kind: 'startsWith'; readonly prefix: Uint8Array; readonly isNegated: boolean }
  | { readonly kind: 'isNaN'; readonly isNegated: boolean }
  /** True where the definition level is below `level`. */
  | { readonly kind: 'isNull'; readonly level: number; readonly isNegated: boolean };

/** A test of the rows of a column that is not below a repetition, or `isNull` of a group, by any column below it. */
export interface ValueTest {
  readonly leaf: LeafNode;
  /** As the caller named the column. */
  readonly path: string;
  readonly comparison: Comparison;
}

/** True for rows with an element that passes all comparisons; unknown where none does, but for some it is unknown. */
export interface ElementTest {
  readonly leaf: LeafNode;
  readonly path: string;
  /** At least one. */
  readonly comparisons: readonly Comparison[];
  /** Unknown where the definition level of the row's first slot is below: the list is null. */
  readonly listLevel: number;
  /** Slots are elements where the definition level is at least this: others stand for lists that are null or empty. */
  readonly entryLevel: number;
  readonly isNegated: boolean;
}

/** A test by a function of the caller's. False where it does not set a bit: never unknown. */
export interface RowFunction {
  readonly leaves: readonly LeafNode[];
  readonly test: FunctionTest['test'];
  readonly isNegated: boolean;
}

/** A bound predicate. `and` and `or` have at least two parts. */
export type Predicate =
  /** Undefined is unknown: no row passes, negated or not. */
  | { readonly kind: 'constant'; readonly value: boolean | undefined }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'value'; readonly test: ValueTest }
  | { readonly kind: 'element'; readonly test: ElementTest }
  | { readonly kind: 'function'; readonly test: RowFunction };

/** Returns the conjunction or disjunction of predicates, with constants folded and nested nodes of the same kind joined. */
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

/** The predicate that is true where this one is false, and unknown where it is unknown. */
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

/** The columns that a predicate reads, each once, in the order of the schema. */
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
