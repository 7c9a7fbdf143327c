/**
 * How the bounds of a chunk are written.
 */
import { ParquetError } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import type { ColumnOrder } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';

export interface BoundsFormat {
  /** Undefined if the column has no order or statistics are off; no bounds are written then. */
  readonly order: ValueOrder | undefined;
  /** Bytes that a bound may take. */
  readonly boundBytes: number;
}

/**
 * The order of a column's bounds; undefined if its type has none.
 * @throws ParquetError INVALID_ARGUMENT for a column order that the column's type does not have.
 */
export function boundsOrder(leaf: LeafNode, columnOrder: ColumnOrder['kind']): ValueOrder | undefined {
  const order = orderOf(leaf, columnOrder);
  if (order === undefined && columnOrder !== 'TYPE_ORDER') {
    const what = `the column's type has no ${columnOrder}; leave out \`columnOrder\``;
    throw new ParquetError('INVALID_ARGUMENT', what, { column: formatPath(leaf.path) });
  }
  return order;
}
