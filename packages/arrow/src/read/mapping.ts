/**
 * Defines `Mapping`: the Arrow type of a column, and the function that converts its values. A mapping is determined
 * once for all batches.
 */
import type { NestedColumn } from '@marquetry/column';
import { ParquetError, type Steps } from '@marquetry/core';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import type { Data, DataType } from 'apache-arrow';
import type { RowOf } from '../entries.js';
import type { Hints } from '../stored/match-fields.js';
import type { Padding } from './fixed-lists.js';

/** Options for the Arrow types of columns. */
export interface ArrowTypeOptions {
  /**
   * Selects columns to return as stored, ignoring their annotation: decimals as Int32, Int64 or big-endian bytes, INT96
   * and INTERVAL as FixedSizeBinary(12), and so on. Default: none.
   */
  readonly physical?: (leaf: LeafNode) => boolean;
}

export interface MappingOptions extends ArrowTypeOptions {
  /** The properties that the Arrow schema stored in the file adds to fields. */
  readonly hints?: Hints | undefined;
  /**
   * The remaining number of bytes that a batch may use for the entries of null fixed-size lists. Required if `hints`
   * contains fixed-size lists.
   */
  readonly padding?: Padding | undefined;
  /** Returns true for the columns that are returned as dictionary indices. */
  readonly dictionary: (leaf: LeafNode) => boolean;
}

export interface Mapping {
  readonly type: DataType;
  /**
   * Converts the values of a column, in steps of about a millisecond.
   * @throws ParquetError if the kind of the column differs from the kind of the field, or the type cannot represent a value.
   */
  readonly dataOf: (column: NestedColumn, rowOf: RowOf) => Steps<Data>;
}

/**
 * Returns the given column, with its TypeScript type narrowed to a kind such as `list`.
 * @throws ParquetError INVALID_ARGUMENT if the column is not of that kind.
 */
export function requireKind<K extends Field['kind']>(
  column: NestedColumn,
  kind: K,
  field: Field,
): Extract<NestedColumn, { readonly kind: K }> {
  if (column.kind === kind) return column as Extract<NestedColumn, { readonly kind: K }>;
  const what = `the field is a ${kind}, but its column is a ${column.kind}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(field.node.path) });
}
