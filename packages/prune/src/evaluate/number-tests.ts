/**
 * Converts comparisons of numbers to arguments of the kernel `compare`. This is done once per scan, so that a small
 * page is tested with only a few calls.
 */
import { compare } from '@marquetry/bit-io';
import type { ColumnKernels, ComparisonType, Comparison as Operator } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { bytesFor, intersect, invert } from './bits.js';
import { constantOf, numberTypeOf, operators, type ValueComparison } from './compare-values.js';
import { thresholdOf } from './threshold.js';

/** A comparison of numbers with a constant, as arguments of the kernel `compare`. */
export interface NumberTest {
  readonly type: ComparisonType;
  readonly operator: Operator;
  readonly constant: number | bigint;
  /** True if the test is negated: a value satisfies it if the comparison is false. */
  readonly isInverted: boolean;
}

/**
 * Returns the comparisons as number tests; `undefined` if one of them does not compare numbers, or has the same result
 * for all numbers.
 */
export function numberTestsOf(
  comparisons: readonly ValueComparison[],
  leaf: LeafNode,
): readonly NumberTest[] | undefined {
  const type = numberTypeOf(leaf, leaf.type);
  if (type === undefined) return undefined;
  const tests: NumberTest[] = [];
  for (const comparison of comparisons) {
    if (comparison.kind !== 'relation') return undefined;
    const threshold = thresholdOf(comparison.relation, comparison.literal);
    if (threshold.kind !== 'value') return undefined;
    tests.push({
      type,
      operator: operators[threshold.relation],
      constant: constantOf(type, threshold.bytes),
      isInverted: comparison.isNegated,
    });
  }
  return tests;
}

/**
 * Writes one bit per value to `bits`: 1 if the value satisfies all tests. The `count` values start at the first word of
 * `source`. `bits`, and `spare`, which is overwritten, must have at least one bit per value, rounded up to whole bytes.
 */
export function testNumbers(
  tests: readonly NumberTest[],
  source: Int32Array,
  count: number,
  bits: Uint8Array,
  spare: Uint8Array,
  kernels: ColumnKernels,
): void {
  const run = kernels.compare ?? compare;
  for (let i = 0; i < tests.length; i++) {
    const { constant, isInverted, operator, type } = tests[i] as NumberTest;
    const found = i === 0 ? bits : spare;
    run(type, operator, constant, source, 0, count, found);
    if (isInverted) invert(found.subarray(0, bytesFor(count)), count);
    if (i > 0) intersect(bits.subarray(0, bytesFor(count)), found);
  }
}
