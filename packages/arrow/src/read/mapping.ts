/**
 * How a column looks in Arrow, settled once for all batches.
 */
import type { NestedColumn } from '@marquetry/column';
import { ParquetError, type Steps } from '@marquetry/core';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import type { Data, DataType } from 'apache-arrow';
import type { RowOf } from '../entries.js';

/** The choices that a caller has in the Arrow type of a column. */
export interface ArrowTypeOptions {
  /**
   * Columns to give as they are stored, whatever their annotation: decimals as Int32, Int64 or big-endian bytes, INT96 and
   * INTERVAL as FixedSizeBinary(12), and so on. Default: none.
   */
  readonly physical?: (leaf: LeafNode) => boolean;
}

export interface MappingOptions extends ArrowTypeOptions {
  /** Columns that are indices into dictionaries. */
  readonly dictionary: (leaf: LeafNode) => boolean;
}

export interface Mapping {
  readonly type: DataType;
  /** In steps of about a millisecond. @throws ParquetError for a column of another kind, or values that the type cannot hold. */
  readonly dataOf: (column: NestedColumn, rowOf: RowOf) => Steps<Data>;
}

/** The column as one of that kind. @throws ParquetError INVALID_ARGUMENT. */
export function requireKind<K extends Field['kind']>(
  column: NestedColumn,
  kind: K,
  field: Field,
): Extract<NestedColumn, { readonly kind: K }> {
  if (column.kind === kind) return column as Extract<NestedColumn, { readonly kind: K }>;
  const what = `the field is a ${kind}, its column a ${column.kind}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(field.node.path) });
}
