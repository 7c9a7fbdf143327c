/**
 * The physical type of a column in a word.
 */
import { nameOf, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/** `INT64`, `FIXED_LEN_BYTE_ARRAY(16)`. */
export function physicalText({ type, width }: LeafNode): string {
  const name = nameOf(PhysicalType, type);
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? `${name}(${width})` : name;
}
