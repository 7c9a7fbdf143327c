/**
 * The properties of a column that matter to a filter, and values that have more than one form.
 *
 * A filter holds hashes of bytes, but lookups are about values. Two bit patterns that compare as equal have two hashes:
 *
 *   FLOAT, DOUBLE, FLOAT16    -0 and +0: both are inserted and both are looked up
 *   FLOAT, DOUBLE, FLOAT16    NaN has many patterns: a filter cannot decide
 *   DECIMAL in BYTE_ARRAY     any number of sign bytes may come first: a filter cannot decide
 */
import { type ColumnType, PhysicalType } from '@marquetry/core';

/** The type and annotation of a column. A leaf of `@marquetry/schema` is one. */
export interface FilterColumn extends ColumnType {
  readonly annotation?: { readonly kind: string };
}

/** True if the column's values are IEEE 754 numbers: FLOAT, DOUBLE and FLOAT16. */
export function isFloatingPoint({ type, width, annotation }: FilterColumn): boolean {
  if (type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE) return true;
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY && width === 2 && annotation?.kind === 'FLOAT16';
}
