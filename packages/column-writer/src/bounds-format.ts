/**
 * Describes how the bounds (minimum and maximum) of a chunk are stored: the order of values, and the maximum length.
 */
import { ParquetError } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import type { ColumnOrder } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';

export interface BoundsFormat {
  /**
   * The order used to compare values when finding the bounds. Undefined if no bounds are stored, because the column has
   * no order or statistics are off.
   */
  readonly order: ValueOrder | undefined;
  /** Maximum number of bytes per bound. */
  readonly boundBytes: number;
}

/**
 * Returns the order that determines the bounds of a column; undefined if its type has no order.
 * @throws ParquetError INVALID_ARGUMENT for a column order that is not defined for the column's type.
 */
export function boundsOrder(leaf: LeafNode, columnOrder: ColumnOrder['kind']): ValueOrder | undefined {
  const order = orderOf(leaf, columnOrder);
  if (order === undefined && columnOrder !== 'TYPE_ORDER') {
    const what = `\`columnOrder\` ${columnOrder} is not defined for the column's type: omit it`;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(leaf.path) });
  }
  return order;
}
