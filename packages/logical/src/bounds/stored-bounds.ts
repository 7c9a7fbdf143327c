/**
 * Decides which stored bounds of a file can be interpreted, and in which sort order.
 *
 *   stored as                order                        used if
 *   min_value, max_value     column order in the footer   the type of the column supports that order
 *   min_values, max_values   column order in the footer   the type supports that order, the page is not a null page
 *   min, max (deprecated)    TYPE_ORDER                   min_value and max_value are not used, and one of these holds:
 *                                                         - TYPE_ORDER is signed
 *                                                         - min = max, and the column does not contain byte arrays
 *                                                         - min = max, and the writer is trusted
 *
 * Source: parquet.thrift `Statistics`, `ColumnOrder`, `ColumnIndex`; parquet-java `ParquetMetadataConverter`.
 */
import { PhysicalType } from '@marquetry/core';
import type { ColumnIndex, FileMetaData, Statistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { compareBytes } from '../order/byte-arrays.js';
import { orderOf } from '../order/order-of.js';
import type { ValueOrder } from '../order/value-order.js';
import { trustsByteArrayBounds } from './writer-version.js';

/** A bound as stored in a file. */
export interface StoredBound {
  /**
   * The bound in PLAIN encoding, without a length prefix. The bytes share memory with the footer or index. They need
   * not be a valid value of the column.
   */
  readonly bytes: Uint8Array;
  /** True if the bound is known to be a value of the column rather than a shortened value. */
  readonly isExact: boolean;
}

/**
 * The bounds of a chunk or page whose order is known: a minimum, a maximum or both. They may still contradict each
 * other: see `usableBounds`.
 */
export interface StoredBounds {
  /** The order in which the bounds are the smallest and the largest value. */
  readonly order: ValueOrder;
  readonly min?: StoredBound;
  readonly max?: StoredBound;
}

/** Reads the stored bounds of one column, if their order is known. */
export interface BoundsReader {
  /** The order of `minValue` and `maxValue`, and of the bounds in a ColumnIndex; undefined if the order is unknown. */
  readonly order: ValueOrder | undefined;
  /**
   * Returns the bounds in the statistics of a page header or chunk; undefined if the order of these bounds is unknown.
   */
  ofStatistics(statistics: Statistics | undefined): StoredBounds | undefined;
  /**
   * Returns the bounds of a page in a ColumnIndex; undefined for a null page, or if the order of the bounds is unknown.
   */
  ofIndexedPage(index: ColumnIndex, page: number): StoredBounds | undefined;
}

/** Creates a reader for the bounds of `leaf` in the file with the given footer. */
export function createBoundsReader(
  leaf: LeafNode,
  { columnOrders, createdBy }: Pick<FileMetaData, 'columnOrders' | 'createdBy'>,
): BoundsReader {
  const order = orderOf(leaf, columnOrders?.[leaf.index]?.kind ?? 'unknown');
  const typeOrder = orderOf(leaf, 'TYPE_ORDER');
  const bound = (bytes: Uint8Array | undefined, isExact?: boolean): StoredBound | undefined =>
    boundOf(leaf, bytes, isExact);

  const deprecated = ({ min, max }: Statistics): StoredBounds | undefined => {
    if (typeOrder === undefined) return undefined;
    if (isSignedOrder(leaf)) return boundsIn(typeOrder, bound(min), bound(max));
    // If minimum and maximum are equal, all values are equal to them, so the bounds are correct in any order.
    const areEqual = min !== undefined && max !== undefined && compareBytes(min, max) === 0;
    const isTrusted = areEqual && (!isByteArray(leaf) || trustsByteArrayBounds(createdBy));
    return isTrusted ? boundsIn(typeOrder, bound(min), bound(max)) : undefined;
  };

  return {
    order,
    ofStatistics(statistics) {
      if (statistics === undefined) return undefined;
      const { minValue, maxValue, isMinValueExact, isMaxValueExact } = statistics;
      if (order === undefined || (minValue === undefined && maxValue === undefined)) return deprecated(statistics);
      return boundsIn(order, bound(minValue, isMinValueExact), bound(maxValue, isMaxValueExact));
    },
    ofIndexedPage(index, page) {
      return boundsOfPage(leaf, order, index, page);
    },
  };
}

// The functions below are not closures of the reader, because V8 drops the compiled code of closures at the first full garbage collection after the
// last use of the reader.

function boundsOfPage(
  leaf: LeafNode,
  order: ValueOrder | undefined,
  { maxValues, minValues, nullPages }: ColumnIndex,
  page: number,
): StoredBounds | undefined {
  if (order === undefined || nullPages[page] !== false) return undefined;
  return boundsIn(order, boundOf(leaf, minValues[page]), boundOf(leaf, maxValues[page]));
}

function boundOf(leaf: LeafNode, bytes: Uint8Array | undefined, isExact?: boolean): StoredBound | undefined {
  return bytes === undefined ? undefined : { bytes, isExact: isExact ?? isWholeValue(leaf, bytes) };
}

function boundsIn(
  order: ValueOrder,
  min: StoredBound | undefined,
  max: StoredBound | undefined,
): StoredBounds | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined) return { order, min, max };
  return { order, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/**
 * Returns true if a bound cannot have been shortened, because all values of the column have the same length and the
 * bound has that length. Such a bound is exact even if the file does not say so.
 */
function isWholeValue({ type, width }: LeafNode, bytes: Uint8Array): boolean {
  return type !== PhysicalType.BYTE_ARRAY && (type === PhysicalType.BOOLEAN || bytes.length === width);
}

function isByteArray({ type }: LeafNode): boolean {
  return type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
}

/** The deprecated bounds are in signed order for every type, which is correct for signed numbers. */
function isSignedOrder(leaf: LeafNode): boolean {
  const isUnsigned = leaf.annotation?.kind === 'INTEGER' && !leaf.annotation.isSigned;
  return !isByteArray(leaf) && !isUnsigned;
}
