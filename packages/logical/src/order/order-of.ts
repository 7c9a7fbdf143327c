/**
 * Derives the sort order of a column from its physical type, its annotation, and its column order in the footer.
 *
 *   BOOLEAN                          false before true
 *   INT32, INT64                     signed; INTEGER(unsigned) unsigned; DATE, TIME, TIMESTAMP, DECIMAL signed
 *   FLOAT, DOUBLE, FLOAT16           as numbers, or IEEE_754_TOTAL_ORDER
 *   INT96                            none, or INT96_TIMESTAMP_ORDER
 *   BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY unsigned bytes: without annotation, STRING, ENUM, JSON, BSON, UUID
 *                                    signed big-endian integers: DECIMAL
 *   INTERVAL, GEOMETRY, GEOGRAPHY, UNKNOWN, annotations of later versions: none
 *
 * Source: parquet.thrift `ColumnOrder`, LogicalTypes.md.
 */
import { PhysicalType } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { bigEndianOrder, bytesOrder } from './byte-arrays.js';
import { floatOrder } from './floats.js';
import { int96Order } from './int96.js';
import { booleanOrder, int32Order, int64Order } from './integers.js';
import type { ValueOrder } from './value-order.js';

/** The properties of a column that determine its sort order. Every leaf of a schema has these properties. */
export type OrderedColumn = Pick<LeafNode, 'type' | 'width' | 'annotation'>;

/**
 * Returns the sort order of a column's values, for computing, checking and comparing bounds.
 *
 * @param columnOrder The kind of order that the footer states for the column.
 * @returns undefined if the column's bounds have no meaning, because the format defines no order for the type, or
 * because the footer states an order that is unknown or belongs to another type.
 */
export function orderOf(column: OrderedColumn, columnOrder: ColumnOrder['kind']): ValueOrder | undefined {
  const { type, annotation } = column;
  const isFloat = type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE || annotation?.kind === 'FLOAT16';
  switch (columnOrder) {
    case 'IEEE_754_TOTAL_ORDER':
      return isFloat && isKnown(annotation) ? floatOrder(type, true) : undefined;
    case 'INT96_TIMESTAMP_ORDER':
      return type === PhysicalType.INT96 && isKnown(annotation) ? int96Order : undefined;
    case 'TYPE_ORDER':
      if (!isKnown(annotation)) return undefined;
      return isFloat ? floatOrder(type, false) : typeOrderOf(column);
    default:
      return undefined;
  }
}

/** Returns false for annotations whose values do not have an order, regardless of the physical type. */
function isKnown(annotation: LeafNode['annotation']): boolean {
  return annotation?.kind !== 'unknown' && annotation?.kind !== 'UNKNOWN';
}

function typeOrderOf({ type, width, annotation }: OrderedColumn): ValueOrder | undefined {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return booleanOrder;
    case PhysicalType.INT32:
      return int32Order(isSigned(annotation));
    case PhysicalType.INT64:
      return int64Order(isSigned(annotation));
    case PhysicalType.BYTE_ARRAY:
      return byteOrderOf(annotation, undefined);
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return byteOrderOf(annotation, width);
    default:
      return undefined;
  }
}

/**
 * Returns true if integers with this annotation are signed. Only an INTEGER annotation can make them unsigned; dates,
 * times and decimals are signed.
 */
function isSigned(annotation: LeafNode['annotation']): boolean {
  return annotation?.kind !== 'INTEGER' || annotation.isSigned;
}

function byteOrderOf(annotation: LeafNode['annotation'], width: number | undefined): ValueOrder | undefined {
  switch (annotation?.kind) {
    case 'DECIMAL':
      return bigEndianOrder(width);
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return bytesOrder('text');
    case undefined:
    case 'BSON':
    case 'UUID':
      // The format allows shortened bounds of a FIXED_LEN_BYTE_ARRAY, but many readers expect whole values.
      return bytesOrder(width === undefined ? 'binary' : 'not');
    default:
      return undefined;
  }
}
