/**
 * Equal values with different hashes, and the columns in which they occur.
 *
 * A filter contains hashes of stored bytes. Equal values can be stored as different bytes, which have different hashes:
 *
 *   FLOAT, DOUBLE, FLOAT16    -0 and +0: both are inserted, and both are looked up
 *   FLOAT, DOUBLE, FLOAT16    NaN has many bit patterns: a filter cannot exclude it
 *   DECIMAL in BYTE_ARRAY     may have any number of leading sign bytes: a filter cannot exclude it
 */
import { type ColumnType, PhysicalType } from '@marquetry/core';

/** The type and the annotation of a column. A leaf of a schema from `@marquetry/schema` has these members. */
export interface FilterColumn extends ColumnType {
  readonly annotation?: { readonly kind: string };
}

/** True if the values of the column are floating-point numbers (FLOAT, DOUBLE or FLOAT16). */
export function isFloatingPoint({ type, width, annotation }: FilterColumn): boolean {
  if (type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE) return true;
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY && width === 2 && annotation?.kind === 'FLOAT16';
}
