/**
 * Which columns and values a filter can decide about.
 *
 * A filter contains hashes of bytes, but lookups are about values. Some equal values are stored as different bytes,
 * which have different hashes:
 *
 *   FLOAT, DOUBLE, FLOAT16    -0 and +0 differ: both are inserted, and both are looked up
 *   FLOAT, DOUBLE, FLOAT16    NaN has many bit patterns: a filter cannot decide
 *   DECIMAL in BYTE_ARRAY     any number of sign bytes may come first: a filter cannot decide
 */
import { type ColumnType, PhysicalType } from '@marquetry/core';

/** The type and the annotation of a column. A leaf of `@marquetry/schema` has these members. */
export interface FilterColumn extends ColumnType {
  readonly annotation?: { readonly kind: string };
}

/** True if the values of the column are floating-point numbers: FLOAT, DOUBLE and FLOAT16. */
export function isFloatingPoint({ type, width, annotation }: FilterColumn): boolean {
  if (type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE) return true;
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY && width === 2 && annotation?.kind === 'FLOAT16';
}
