/**
 * Converts comparisons of numbers to arguments of the `compareBelow` kernel. This is done once per scan, so that
 * testing a small page takes only a few calls.
 */
import type { ColumnKernels } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { bytesFor, intersect } from './bits.js';
import { constantOf, numberTypeOf, operators, type ValueComparison } from './compare-values.js';
import { formOf, type Limit, type NumberForm, testForm } from './number-forms.js';
import { thresholdOf } from './threshold.js';

/** Comparisons of numbers that must all hold. */
export interface NumberTests {
  readonly forms: readonly NumberForm[];
  /** The limits of all comparisons, which must all hold; undefined if a comparison is inverted. */
  readonly limits: readonly Limit[] | undefined;
}

const opposites = { '=': '!=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/**
 * Converts comparisons to limits. Returns `undefined` if one of them does not compare numbers, or has the same result
 * for all numbers.
 */
export function numberTestsOf(comparisons: readonly ValueComparison[], leaf: LeafNode): NumberTests | undefined {
  const type = numberTypeOf(leaf, leaf.type);
  if (type === undefined) return undefined;
  const forms: NumberForm[] = [];
  for (const comparison of comparisons) {
    if (comparison.kind !== 'relation') return undefined;
    const threshold = thresholdOf(comparison.relation, comparison.literal);
    if (threshold.kind !== 'value') return undefined;
    const relation = operators[threshold.relation];
    // A NaN is neither below nor above a constant, so only some comparisons of floats have an opposite.
    const hasOpposite = relation === '=' || (type !== 'float' && type !== 'double');
    const operator = comparison.isNegated && hasOpposite ? opposites[relation] : relation;
    const { limits, isInverted } = formOf(type, operator, constantOf(type, threshold.bytes));
    forms.push({ limits, isInverted: isInverted !== (comparison.isNegated && !hasOpposite) });
  }
  return testsOf(forms);
}

/** Returns a test that passes a number if all of the given comparisons hold for it. */
export function testsOf(forms: readonly NumberForm[]): NumberTests {
  const isPlain = forms.every(({ isInverted }) => !isInverted);
  return { forms, limits: isPlain ? forms.flatMap(({ limits }) => limits) : undefined };
}

/** The values to test: the first `count` values in `words`. */
export interface TestedNumbers {
  readonly words: Int32Array;
  readonly count: number;
  /** True if the values that pass will be copied. */
  readonly isKept: boolean;
}

/**
 * Writes one bit per value to `bits`: 1 if the value satisfies all comparisons. `bits` and `spare` must each have at
 * least one bit per value, rounded up to whole bytes; the contents of `spare` are overwritten. Returns the
 * words of the values that pass if `values.isKept` is true, there are at most two limits, and the kernel can return
 * words. The next call of the kernel may overwrite the returned words.
 */
export function testNumbers(
  { forms, limits }: NumberTests,
  values: TestedNumbers,
  bits: Uint8Array,
  spare: Uint8Array,
  kernels: ColumnKernels,
): Int32Array | undefined {
  const { count, isKept, words } = values;
  const { compareBelow } = kernels;
  const [first, second, third] = limits ?? [];
  if (compareBelow !== undefined && isKept && first !== undefined && third === undefined) {
    if (second === undefined) return compareBelow(first.type, first.limit, first.flip, words, 0, count, bits);
    // Each call overwrites the values that the previous call returned, so evaluate the second comparison first.
    const { flip, limit, type } = second;
    compareBelow(type, limit, flip, words, 0, count, spare);
    const passing = compareBelow(first.type, first.limit, first.flip, words, 0, count, bits);
    intersect(bits.subarray(0, bytesFor(count)), spare);
    const unit = type === 'int64' || type === 'double' ? 2 : 1;
    return passing && compareBelow(type, limit, flip, passing, 0, passing.length / unit, spare);
  }
  for (let i = 0; i < forms.length; i++) {
    const found = i === 0 ? bits : spare;
    testForm(forms[i] as NumberForm, words, count, found, kernels);
    if (i > 0) intersect(bits.subarray(0, bytesFor(count)), found);
  }
  return undefined;
}
