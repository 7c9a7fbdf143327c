/**
 * Which minimum and maximum of statistics mean something (parquet.thrift `Statistics`, `ColumnOrder`).
 */
import { PhysicalType } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { Statistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

export interface StoredBounds {
  readonly min?: Uint8Array | undefined;
  readonly max?: Uint8Array | undefined;
}

/** The bounds that the column's order gives a meaning; none where it is not known. */
export function boundsOf(file: ParquetFile, leaf: LeafNode, statistics: Statistics | undefined): StoredBounds {
  if (statistics === undefined) return {};
  const { minValue, maxValue, min, max } = statistics;
  if (hasOrder(file, leaf) && (minValue !== undefined || maxValue !== undefined)) {
    return { min: minValue, max: maxValue };
  }
  // The deprecated pair is in signed order whatever the type.
  return isSigned(leaf) ? { min, max } : {};
}

/** True where the file says the order that `minValue`, `maxValue` and column indexes follow, and values have one. */
export function hasOrder({ metadata }: ParquetFile, leaf: LeafNode): boolean {
  const order = metadata.columnOrders?.[leaf.index]?.kind;
  if (order === undefined || order === 'unknown') return false;
  if (leaf.type === PhysicalType.INT96) return order === 'INT96_TIMESTAMP_ORDER';
  switch (leaf.annotation?.kind) {
    case 'INTERVAL':
    case 'GEOMETRY':
    case 'GEOGRAPHY':
    case 'UNKNOWN':
    case 'unknown':
      return false;
    default:
      return true;
  }
}

function isSigned({ type, annotation }: LeafNode): boolean {
  if (annotation?.kind === 'INTEGER' && !annotation.isSigned) return false;
  if (annotation?.kind === 'UNKNOWN' || annotation?.kind === 'unknown') return false;
  return (
    type === PhysicalType.BOOLEAN ||
    type === PhysicalType.INT32 ||
    type === PhysicalType.INT64 ||
    type === PhysicalType.FLOAT ||
    type === PhysicalType.DOUBLE
  );
}
