/**
 * How the values of a column are aggregated and shown, derived from its physical type and annotation.
 */
import { PhysicalType } from '@marquetry/core';
import type { LeafNode } from 'marquetry';

/** How an integer is shown. A `timestamp` counts units from 1970, a `time` from midnight. */
type IntegerShape = 'plain' | 'date' | 'time' | 'timestamp';
export type IntegerUnit = 'MILLIS' | 'MICROS' | 'NANOS';

export type Meaning =
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'integer';
      readonly isSigned: boolean;
      readonly shape: IntegerShape;
      readonly unit: IntegerUnit;
    }
  /** Decimals as integers without the decimal point, stored as INT32, INT64 or big-endian two's complement bytes. */
  | { readonly kind: 'decimal'; readonly scale: number }
  | { readonly kind: 'float'; readonly isHalf: boolean }
  | { readonly kind: 'bytes' };

export function meaningOf(leaf: LeafNode): Meaning {
  const { type, annotation } = leaf;
  if (annotation?.kind === 'DECIMAL') return { kind: 'decimal', scale: annotation.scale };
  switch (type) {
    case PhysicalType.BOOLEAN:
      return { kind: 'boolean' };
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return { kind: 'float', isHalf: false };
    // INT96 is aggregated as microseconds since 1970, as DuckDB does: its range in nanoseconds does not fit in 64 bits.
    case PhysicalType.INT96:
      return { kind: 'integer', isSigned: true, shape: 'timestamp', unit: 'MICROS' };
    case PhysicalType.INT32:
    case PhysicalType.INT64:
      return integerMeaning(annotation);
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return annotation?.kind === 'FLOAT16' ? { kind: 'float', isHalf: true } : { kind: 'bytes' };
    default:
      return { kind: 'bytes' };
  }
}

function integerMeaning(annotation: LeafNode['annotation']): Meaning {
  const plain = { kind: 'integer', isSigned: true, shape: 'plain', unit: 'MICROS' } as const;
  switch (annotation?.kind) {
    case 'INTEGER':
      return { ...plain, isSigned: annotation.isSigned };
    case 'DATE':
      return { ...plain, shape: 'date' };
    case 'TIME':
    case 'TIMESTAMP': {
      const shape = annotation.kind === 'TIME' ? 'time' : 'timestamp';
      return annotation.unit === 'unknown' ? plain : { ...plain, shape, unit: annotation.unit };
    }
    default:
      return plain;
  }
}
