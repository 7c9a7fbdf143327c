/** Describes column types and annotations as short text, such as `DECIMAL(9, 2)`. */
import { nameOf, PhysicalType } from '@marquetry/core';
import type { Annotation } from './logical.js';
import type { LeafNode } from './node.js';

/** Returns an annotation as text: `DECIMAL(9, 2)`, `TIMESTAMP(MICROS, UTC)`, `INTEGER(8, unsigned)`. */
export function describeAnnotation(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'DECIMAL':
      return `DECIMAL(${annotation.precision}, ${annotation.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
      return `${annotation.kind}(${annotation.unit}, ${annotation.isAdjustedToUTC ? 'UTC' : 'local'})`;
    case 'INTEGER':
      return `INTEGER(${annotation.bitWidth}, ${annotation.isSigned ? 'signed' : 'unsigned'})`;
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return annotation.crs === undefined ? annotation.kind : `${annotation.kind}(${annotation.crs})`;
    case 'unknown':
      return `unknown (${annotation.id})`;
    default:
      return annotation.kind;
  }
}

/**
 * Returns the type of a column as text: its annotation, such as `STRING` or `DECIMAL(9, 2)`, or its physical type if it has no annotation.
 */
export function describeType(leaf: LeafNode): string {
  return leaf.annotation === undefined ? describePhysicalType(leaf) : describeAnnotation(leaf.annotation);
}

/** Returns a physical type as text: `INT64`, `FIXED_LEN_BYTE_ARRAY(16)`. */
export function describePhysicalType({ type, width }: LeafNode): string {
  const name = nameOf(PhysicalType, type);
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? `${name}(${width})` : name;
}
