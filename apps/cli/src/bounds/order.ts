/**
 * The order of a column's values: smallest and largest of many, and how they compare with stored bounds.
 *
 * Source: parquet.thrift `ColumnOrder`, LogicalTypes.md.
 */
import { type FlatValues, PhysicalType, type Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { byteOrder, signedByteOrder } from './byte-order.js';
import { booleanOrder, doubleOrder, float16Order, int32Order, int64Order } from './number-order.js';
import type { Order, Range } from './value-order.js';

/** The order of a column; undefined where it is not defined, or not known here. */
export function orderOf({ type, width, annotation }: LeafNode): Order | undefined {
  switch (type) {
    case PhysicalType.BOOLEAN:
      return booleanOrder;
    case PhysicalType.INT32:
      return int32Order(annotation?.kind === 'INTEGER' && !annotation.isSigned);
    case PhysicalType.INT64:
      return int64Order(annotation?.kind === 'INTEGER' && !annotation.isSigned);
    case PhysicalType.FLOAT:
      return doubleOrder(4);
    case PhysicalType.DOUBLE:
      return doubleOrder(8);
    case PhysicalType.BYTE_ARRAY:
      return annotation?.kind === 'DECIMAL' ? signedByteOrder : byteOrder;
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      if (annotation?.kind === 'FLOAT16') return float16Order;
      if (width === 0) return undefined;
      return annotation?.kind === 'DECIMAL' ? signedByteOrder : byteOrder;
    default:
      return undefined;
  }
}

/** Smallest and largest of values of any layout, and of a range that they widen. */
export type WidenRange = (range: Range | undefined, values: Values) => Range | undefined;

/**
 * A {@link WidenRange} for the values of one chunk. Of a dictionary it looks at each entry once a call: entries may be long,
 * and a few bytes can ask for one of them a million times.
 */
export function createWidenRange(order: Order): WidenRange {
  let dictionary: FlatValues | undefined;
  /** 1 for the entries met; 0 between calls. */
  let met = new Uint8Array(0);
  return (range, values) => {
    if (values.layout !== 'dictionary') {
      return joinRanges(order, range, order.range(values, { count: values.length, picks: undefined }));
    }
    if (dictionary !== values.dictionary) {
      dictionary = values.dictionary;
      met = new Uint8Array(dictionary.length);
    }
    const { indices, length } = values;
    const picks = new Int32Array(Math.min(length, met.length));
    let count = 0;
    for (let i = 0; i < length; i++) {
      const entry = indices[i] as number;
      if (met[entry] === 1) continue;
      met[entry] = 1;
      picks[count++] = entry;
    }
    for (let k = 0; k < count; k++) met[picks[k] as number] = 0;
    return joinRanges(order, range, order.range(dictionary, { count, picks }));
  };
}

/** The range of two ranges. */
function joinRanges(order: Order, a: Range | undefined, b: Range | undefined): Range | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    min: order.compare(b.min, a.min) < 0 ? b.min : a.min,
    max: order.compare(b.max, a.max) > 0 ? b.max : a.max,
  };
}
