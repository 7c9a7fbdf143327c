/**
 * The order that a column's bounds follow: physical type, annotation, and the column order of the footer.
 *
 * Source: parquet.thrift `ColumnOrder`, LogicalTypes.md.
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ValueOrder } from './bounds.js';
import { bigEndianOrder, bytesOrder } from './byte-strings.js';
import { floatOrder } from './floats.js';
import { int96Order } from './int96.js';
import { booleanOrder, int32Order, int64Order } from './integers.js';

/**
 * The order of a column's values; undefined where the format defines none, so that bounds would mean nothing.
 * @throws ParquetError INVALID_ARGUMENT for a column order that the type does not have.
 */
export function orderOf(leaf: LeafNode, columnOrder: ColumnOrder['kind'] = 'TYPE_ORDER'): ValueOrder | undefined {
  const { type, annotation } = leaf;
  const isFloat = type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE || annotation?.kind === 'FLOAT16';
  if (columnOrder === 'INT96_TIMESTAMP_ORDER' && type === PhysicalType.INT96) return int96Order;
  if (columnOrder !== 'TYPE_ORDER' && !(columnOrder === 'IEEE_754_TOTAL_ORDER' && isFloat)) {
    throw new ParquetError('INVALID_ARGUMENT', `the column has no ${columnOrder}`, { column: formatPath(leaf.path) });
  }
  if (isFloat) return floatOrder(type, columnOrder === 'IEEE_754_TOTAL_ORDER');
  switch (type) {
    case PhysicalType.BOOLEAN:
      return booleanOrder;
    case PhysicalType.INT32:
      return int32Order(isSigned(leaf));
    case PhysicalType.INT64:
      return int64Order(isSigned(leaf));
    case PhysicalType.INT96:
      return undefined;
    default:
      return byteOrderOf(leaf);
  }
}

/** Without an INTEGER annotation, integers are signed: dates, times, decimals too. */
function isSigned({ annotation }: LeafNode): boolean {
  return annotation?.kind !== 'INTEGER' || annotation.isSigned;
}

function byteOrderOf({ type, annotation }: LeafNode): ValueOrder | undefined {
  const varies = type === PhysicalType.BYTE_ARRAY;
  switch (annotation?.kind) {
    case 'DECIMAL':
      return bigEndianOrder;
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return bytesOrder('text');
    case undefined:
    case 'BSON':
    case 'UUID':
      return bytesOrder(varies ? 'binary' : 'not');
    default:
      return undefined;
  }
}
