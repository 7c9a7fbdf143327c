/**
 * The sort orders of byte arrays of varying or fixed length: as unsigned bytes, or as big-endian integers (DECIMAL).
 */
import { bytesOf, type DirectValues } from '@marquetry/core';
import { compareBigEndian } from '../decimal/big-endian.js';
import { type Bounds, noBounds, type Shortening, type ValueOrder } from './value-order.js';

/**
 * The lexicographic order of unsigned bytes, in which a prefix comes before longer arrays. Accepts bounds of any
 * length, because a short bound may be a prefix of a value.
 */
export function bytesOrder(shortens: Shortening): ValueOrder {
  return byteArrayOrder(shortens, compareBytes, scanBytes, () => true);
}

/** The order of two's complement big-endian integers. `width` is undefined if values may have different lengths. */
export function bigEndianOrder(width: number | undefined): ValueOrder {
  return byteArrayOrder(
    'not',
    compareBigEndian,
    (values, from, to) => scanViews(values, from, to, compareBigEndian),
    (bound) => width === undefined || bound.length === width,
  );
}

function byteArrayOrder(
  shortens: Shortening,
  compare: ValueOrder['compare'],
  scan: ValueOrder['scan'],
  accepts: ValueOrder['accepts'],
): ValueOrder {
  return {
    kind: 'TYPE_ORDER',
    hasNans: false,
    shortens,
    scan,
    compare,
    compareNumbers: compare,
    accepts,
    isNan: () => false,
  };
}

/**
 * Compares byte arrays as unsigned bytes; a prefix comes before longer arrays. Returns a negative number, 0 or a
 * positive number.
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let k = 0; k < length; k++) {
    const difference = (a[k] as number) - (b[k] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the bytes of value `i` as a view; an empty array for BOOLEAN. */
export function bytesAt(values: DirectValues, i: number): Uint8Array {
  if (values.layout === 'bytes') return values.data.subarray(values.offsets[i], values.offsets[i + 1]);
  if (values.layout === 'fixed') return bytesOf(values.data).subarray(i * values.width, (i + 1) * values.width);
  return values.data.subarray(0, 0);
}

/** Finds the bounds of values by calling `compare` with views of them. */
export function scanViews(values: DirectValues, from: number, to: number, compare: ValueOrder['compare']): Bounds {
  if (from >= to) return noBounds;
  let min = bytesAt(values, from);
  let max = min;
  for (let i = from + 1; i < to; i++) {
    const value = bytesAt(values, i);
    if (compare(value, min) < 0) min = value;
    else if (compare(value, max) > 0) max = value;
  }
  return { min: new Uint8Array(min), max: new Uint8Array(max), nanCount: 0 };
}

/**
 * Finds the bounds of values by comparing the first six bytes of each as one integer. Compares all bytes only if the
 * first six are equal.
 */
function scanBytes(values: DirectValues, from: number, to: number): Bounds {
  if (from >= to || values.layout === 'bits') return noBounds;
  const data = bytesOf(values.data);
  const offsets = values.layout === 'bytes' ? values.offsets : undefined;
  const width = values.layout === 'fixed' ? values.width : 0;
  let min = from;
  let max = from;
  let minHead = -1;
  let maxHead = -1;
  for (let i = from; i < to; i++) {
    const start = offsets === undefined ? i * width : (offsets[i] as number);
    const end = offsets === undefined ? start + width : (offsets[i + 1] as number);
    const head = headOf(data, start, end);
    if (i === from) {
      minHead = head;
      maxHead = head;
      continue;
    }
    if (head < minHead || (head === minHead && compareBytes(data.subarray(start, end), bytesAt(values, min)) < 0)) {
      min = i;
      minHead = head;
    }
    if (head > maxHead || (head === maxHead && compareBytes(data.subarray(start, end), bytesAt(values, max)) > 0)) {
      max = i;
      maxHead = head;
    }
  }
  return { min: new Uint8Array(bytesAt(values, min)), max: new Uint8Array(bytesAt(values, max)), nanCount: 0 };
}

/** Returns the first six bytes of `data[start, end)` as one big-endian integer. Missing bytes are 0. */
function headOf(data: Uint8Array, start: number, end: number): number {
  if (end - start >= 6) {
    const high = ((data[start] as number) << 16) | ((data[start + 1] as number) << 8) | (data[start + 2] as number);
    const low = ((data[start + 3] as number) << 16) | ((data[start + 4] as number) << 8) | (data[start + 5] as number);
    return high * 2 ** 24 + low;
  }
  let head = 0;
  for (let k = start; k < start + 6; k++) head = head * 256 + (k < end ? (data[k] as number) : 0);
  return head;
}
