/**
 * How the bounds of a chunk are written.
 */
import { ParquetError } from '@marquetry/core';
import { orderOf, type ValueOrder } from '@marquetry/logical';
import { formatPath } from '@marquetry/schema';
import type { ChunkWriterOptions } from './options.js';

export interface BoundsFormat {
  /** Undefined where the column has no order: there are no bounds. */
  readonly order: ValueOrder | undefined;
  /** Bytes that a bound may take. */
  readonly boundBytes: number;
}

/** @throws ParquetError INVALID_ARGUMENT for a column order that the column's type does not have. */
export function boundsFormatOf(options: ChunkWriterOptions): BoundsFormat {
  const { leaf, columnOrder = 'TYPE_ORDER', statistics = true, boundBytes = 64 } = options;
  const order = orderOf(leaf, columnOrder);
  if (order === undefined && columnOrder !== 'TYPE_ORDER') {
    throw new ParquetError('INVALID_ARGUMENT', `the column's type has no ${columnOrder}; leave out \`columnOrder\``, {
      column: formatPath(leaf.path),
    });
  }
  return { order: statistics ? order : undefined, boundBytes };
}
