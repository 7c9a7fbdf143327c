/**
 * Determines what the bounds and counts of a column prove about one comparison. If they prove nothing, the result is
 * `some`: some rows may match.
 *
 * - Bounds cover only the values that are neither null nor NaN. A truncated bound is not necessarily a value of the
 *   column.
 * - Every relation is false for NaN. Bounds can therefore prove `none`, but they prove `all` only if the NaN count is
 *   known to be 0. `isNegated` exchanges the two results, so `none` cannot be proven for `ne` if there may be NaNs.
 * - A comparison with null is unknown, so `all` cannot be proven if there may be nulls.
 * - -0 and 0 are equal, whichever of them is stored as a bound.
 *
 * Source: parquet.thrift `Statistics` and `ColumnOrder`.
 */
import { PhysicalType } from '@marquetry/core';
import { boundValueOf, compareBytes, type StoredBound, type UsableBounds } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { thresholdOf } from '../evaluate/threshold.js';
import type { Comparison, Relation } from '../predicate/predicate.js';
import type { Facts } from './facts.js';
import { type Finding, flipped, some } from './verdict.js';

/**
 * Determines whether the counts and bounds of a column prove that none or all of its values satisfy a comparison. The
 * column must not be repeated, unless the comparison is `isNull` of a group or list.
 */
export function verdictOfValues(leaf: LeafNode, comparison: Comparison, facts: Facts): Finding {
  const { nullCount, slotCount } = facts;
  const hasNulls = leaf.maxDefinitionLevel > 0 && nullCount !== 0;
  if (comparison.kind === 'isNull') {
    const found = verdictOfNulls(leaf, comparison.level, facts, hasNulls);
    return comparison.isNegated ? flipped(found) : found;
  }
  if (slotCount > 0 && nullCount === slotCount) return { verdict: 'none', why: 'all values are null' };
  const found = verdictOfPresent(leaf, comparison, facts);
  return found.verdict === 'all' && hasNulls ? some : found;
}

/** Determines whether the counts and bounds prove that none or all of the non-null values satisfy a comparison. */
export function verdictOfPresent(
  leaf: LeafNode,
  comparison: Exclude<Comparison, { readonly kind: 'isNull' }>,
  facts: Facts,
): Finding {
  const found = positive(leaf, comparison, facts);
  return comparison.isNegated ? flipped(found) : found;
}

function verdictOfNulls(leaf: LeafNode, level: number, { nullCount, slotCount }: Facts, hasNulls: boolean): Finding {
  if (!hasNulls) return { verdict: 'none', why: 'no value is null' };
  // The null count does not distinguish a null column from a null group that contains the column.
  const isOwn = leaf.maxRepetitionLevel === 0 && level === leaf.maxDefinitionLevel;
  if (isOwn && nullCount === slotCount) return { verdict: 'all', why: 'all values are null' };
  return some;
}

function positive(leaf: LeafNode, comparison: Exclude<Comparison, { readonly kind: 'isNull' }>, facts: Facts): Finding {
  const { bounds, nanCount, nullCount, slotCount } = facts;
  const isFloat =
    leaf.type === PhysicalType.FLOAT || leaf.type === PhysicalType.DOUBLE || leaf.annotation?.kind === 'FLOAT16';
  const hasNans = isFloat && nanCount !== 0;
  if (comparison.kind === 'isNaN') {
    if (!hasNans) return { verdict: 'none', why: 'no value is NaN' };
    const present = nullCount === undefined ? undefined : slotCount - nullCount;
    const areAll = bounds?.onlyNans === true || (nanCount !== undefined && nanCount === present);
    return areAll ? { verdict: 'all', why: 'all values are NaN' } : some;
  }
  const found = ofBounds(leaf, comparison, bounds);
  return found.verdict === 'all' && hasNans ? some : found;
}

function ofBounds(
  leaf: LeafNode,
  comparison: Exclude<Comparison, { readonly kind: 'isNull' | 'isNaN' }>,
  bounds: UsableBounds | undefined,
): Finding {
  if (bounds?.onlyNans === true) return { verdict: 'none', why: 'all values are NaN' };
  switch (comparison.kind) {
    case 'relation': {
      const threshold = thresholdOf(comparison.relation, comparison.literal);
      if (threshold.kind === 'value') return ofRelation(leaf, threshold.relation, threshold.bytes, bounds);
      return {
        verdict: threshold.kind,
        why: `${threshold.kind === 'none' ? 'no' : 'every'} value of the column type matches`,
      };
    }
    case 'in': {
      const found = comparison.literals.map((literal) => ofRelation(leaf, 'eq', literal, bounds));
      const all = found.find(({ verdict }) => verdict === 'all');
      if (all !== undefined) return all;
      if (!found.every(({ verdict }) => verdict === 'none')) return some;
      const what =
        found.length === 0
          ? 'the list of values in the predicate is empty'
          : `none of the ${found.length} values in the predicate is within ${rangeText(leaf, bounds)}`;
      return { verdict: 'none', why: found.length === 1 ? (found[0]?.why ?? what) : what };
    }
    case 'startsWith':
      return ofPrefix(leaf, comparison.prefix, bounds);
  }
}

function ofRelation(leaf: LeafNode, relation: Relation, value: Uint8Array, bounds: UsableBounds | undefined): Finding {
  if (bounds === undefined) return some;
  const { order, min, max } = bounds;
  const toMin = min === undefined ? undefined : order.compareNumbers(min.bytes, value);
  const toMax = max === undefined ? undefined : order.compareNumbers(max.bytes, value);
  const isMin = (verdict: 'none' | 'all', sign: string): Finding => ({
    verdict,
    why: `min ${textOf(leaf, min)} ${sign} ${textOf(leaf, { bytes: value, isExact: true })}`,
  });
  const isMax = (verdict: 'none' | 'all', sign: string): Finding => ({
    verdict,
    why: `max ${textOf(leaf, max)} ${sign} ${textOf(leaf, { bytes: value, isExact: true })}`,
  });
  switch (relation) {
    case 'lt':
      if (toMin !== undefined && toMin >= 0) return isMin('none', '>=');
      return toMax !== undefined && toMax < 0 ? isMax('all', '<') : some;
    case 'le':
      if (toMin !== undefined && toMin > 0) return isMin('none', '>');
      return toMax !== undefined && toMax <= 0 ? isMax('all', '<=') : some;
    case 'gt':
      if (toMax !== undefined && toMax <= 0) return isMax('none', '<=');
      return toMin !== undefined && toMin > 0 ? isMin('all', '>') : some;
    case 'ge':
      if (toMax !== undefined && toMax < 0) return isMax('none', '<');
      return toMin !== undefined && toMin >= 0 ? isMin('all', '>=') : some;
    case 'eq':
      if (toMin !== undefined && toMin > 0) return isMin('none', '>');
      if (toMax !== undefined && toMax < 0) return isMax('none', '<');
      return toMin === 0 && toMax === 0 && min?.isExact === true && max?.isExact === true
        ? { verdict: 'all', why: `min and max are ${textOf(leaf, min)}` }
        : some;
  }
}

function ofPrefix(leaf: LeafNode, prefix: Uint8Array, bounds: UsableBounds | undefined): Finding {
  if (bounds === undefined) return some;
  const { min, max } = bounds;
  const text = textOf(leaf, { bytes: prefix, isExact: true });
  if (max !== undefined && compareBytes(max.bytes, prefix) < 0) {
    return { verdict: 'none', why: `max ${textOf(leaf, max)} is before prefix ${text}` };
  }
  const headOf = ({ bytes }: StoredBound): Uint8Array => bytes.subarray(0, prefix.length);
  if (min !== undefined && compareBytes(headOf(min), prefix) > 0) {
    return { verdict: 'none', why: `min ${textOf(leaf, min)} is after prefix ${text}` };
  }
  const start = (bound: StoredBound | undefined): boolean =>
    bound !== undefined && compareBytes(headOf(bound), prefix) === 0;
  return start(min) && start(max) ? { verdict: 'all', why: `min and max start with ${text}` } : some;
}

/** Maximum number of characters of a bound in the reason of a finding. Longer bounds are truncated. */
const shownLength = 40;

/** Formats a bound for the reason of a finding. */
function textOf(leaf: LeafNode, bound: StoredBound | undefined): string {
  if (bound === undefined) return '?';
  const value = boundValueOf(leaf, bound.bytes);
  if (value === undefined || value instanceof Uint8Array) {
    const shown = bound.bytes.subarray(0, shownLength / 2);
    const hex = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `0x${hex}${shown.length < bound.bytes.length ? '...' : ''}`;
  }
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > shownLength ? `${value.slice(0, shownLength)}...` : value);
}

function rangeText(leaf: LeafNode, bounds: UsableBounds | undefined): string {
  return `[${textOf(leaf, bounds?.min)}, ${textOf(leaf, bounds?.max)}]`;
}
