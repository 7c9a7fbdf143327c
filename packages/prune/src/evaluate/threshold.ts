/**
 * Replaces a relation to any literal with an equivalent relation to a value that the column can store. The literal may
 * be such a value (`exact`), lie between two of them, below all or above all, or be NaN.
 *
 *   literal       eq      lt       le       gt       ge
 *   exact v       = v     < v      <= v     > v      >= v
 *   gap after a   none    <= a     <= a     > a      > a
 *   below         none    none     none     all      all
 *   above         none    all      all      none     none
 *   NaN           none    none     none     none     none
 *
 * `all` means every value except NaN: any relation to NaN is false.
 */
import type { Literal } from '@marquetry/logical';
import type { Relation } from '../predicate/predicate.js';

export type Threshold =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly relation: Relation; readonly bytes: Uint8Array };

export function thresholdOf(relation: Relation, literal: Literal): Threshold {
  const isUpper = relation === 'lt' || relation === 'le';
  switch (literal.kind) {
    case 'exact':
      return { kind: 'value', relation, bytes: literal.bytes };
    case 'nan':
      return { kind: 'none' };
    default:
      if (relation === 'eq') return { kind: 'none' };
  }
  if (literal.kind === 'gap') return { kind: 'value', relation: isUpper ? 'le' : 'gt', bytes: literal.after };
  return { kind: (literal.kind === 'above') === isUpper ? 'all' : 'none' };
}

/**
 * Returns true if the relation holds for a value. `order` is the result of comparing the value with the threshold:
 * negative, 0 or positive.
 */
export function holds(relation: Relation, order: number): boolean {
  switch (relation) {
    case 'eq':
      return order === 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
  }
}
