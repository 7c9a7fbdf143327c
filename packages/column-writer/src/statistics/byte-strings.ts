/**
 * Bounds of byte arrays, of varying or one length: in the order of unsigned bytes, or of the big-endian integer that
 * they hold (DECIMAL).
 */
import { bytesOf, type FlatValues } from '@marquetry/core';
import { type Bounds, noBounds, type ValueOrder } from './bounds.js';

/** Lexicographic, bytes unsigned; a prefix goes before what it is a prefix of. */
export function bytesOrder(shortens: 'text' | 'binary' | 'not'): ValueOrder {
  return { hasNans: false, shortens, compare: compareBytes, scan: scanBytes };
}

/** Two's complement, big endian, of any length each (LogicalTypes.md#decimal). */
export const bigEndianOrder: ValueOrder = {
  hasNans: false,
  shortens: 'not',
  compare: compareBigEndian,
  scan: (values, from, to) => scanWith(values, from, to, compareBigEndian),
};

/** The bytes of value `i`, as a view. */
function valueAt(values: FlatValues, i: number): Uint8Array {
  if (values.layout === 'bytes') return values.data.subarray(values.offsets[i], values.offsets[i + 1]);
  if (values.layout === 'fixed') return bytesOf(values.data).subarray(i * values.width, (i + 1) * values.width);
  return values.data.subarray(0, 0);
}

function scanWith(
  values: FlatValues,
  from: number,
  to: number,
  compare: (a: Uint8Array, b: Uint8Array) => number,
): Bounds {
  if (from >= to) return noBounds;
  let min = valueAt(values, from);
  let max = min;
  for (let i = from + 1; i < to; i++) {
    const value = valueAt(values, i);
    if (compare(value, min) < 0) min = value;
    else if (compare(value, max) > 0) max = value;
  }
  return { min: min.slice(), max: max.slice(), nanCount: 0 };
}

/** Compares first bytes as one integer; only what agrees there is compared byte by byte. */
function scanBytes(values: FlatValues, from: number, to: number): Bounds {
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
    if (head < minHead || (head === minHead && compareBytes(data.subarray(start, end), valueAt(values, min)) < 0)) {
      min = i;
      minHead = head;
    }
    if (head > maxHead || (head === maxHead && compareBytes(data.subarray(start, end), valueAt(values, max)) > 0)) {
      max = i;
      maxHead = head;
    }
  }
  return { min: valueAt(values, min).slice(), max: valueAt(values, max).slice(), nanCount: 0 };
}

/** Up to six bytes as one integer, first byte highest, zeros where there are fewer: below 2^48. */
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

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let k = 0; k < length; k++) {
    const difference = (a[k] as number) - (b[k] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Compares integers of any lengths: no bytes are 0. */
export function compareBigEndian(a: Uint8Array, b: Uint8Array): number {
  const signA = (a[0] ?? 0) >> 7;
  const signB = (b[0] ?? 0) >> 7;
  if (signA !== signB) return signB - signA;
  const fill = signA === 0 ? 0 : 0xff;
  const length = Math.max(a.length, b.length);
  for (let k = length; k > 0; k--) {
    const x = k > a.length ? fill : (a[a.length - k] as number);
    const y = k > b.length ? fill : (b[b.length - k] as number);
    // Two's complement of one sign grows with its bytes read as unsigned.
    if (x !== y) return x - y;
  }
  return 0;
}
