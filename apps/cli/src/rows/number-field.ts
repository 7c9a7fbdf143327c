/** Decides which columns of a printed table are right-aligned as numbers. */
import { PhysicalType } from '@marquetry/core';
import type { Field } from '@marquetry/schema';

/** True if the column's values are printed as numbers. */
export function isNumber(field: Field): boolean {
  if (field.kind !== 'leaf') return false;
  const { type, annotation } = field.leaf;
  const kind = annotation?.kind;
  if (kind === 'DECIMAL' || kind === 'FLOAT16' || kind === 'INTEGER') return true;
  if (kind !== undefined && kind !== 'unknown') return false;
  return (
    type === PhysicalType.INT32 ||
    type === PhysicalType.INT64 ||
    type === PhysicalType.FLOAT ||
    type === PhysicalType.DOUBLE
  );
}
