/**
 * Orders of values that are bytes.
 */
import type { FlatValues } from '@marquetry/core';
import type { Bound, Order, Selection } from './value-order.js';

type CompareBytes = (a: Uint8Array, b: Uint8Array) => number;

/** Unsigned, byte by byte; a prefix comes first. */
function compareUnsigned(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Big-endian two's complement of any width: DECIMAL. */
function compareSigned(a: Uint8Array, b: Uint8Array): number {
  const left = significant(a);
  const right = significant(b);
  const negative = isNegative(left);
  if (negative !== isNegative(right)) return negative ? -1 : 1;
  if (left.length !== right.length) return (left.length - right.length) * (negative ? -1 : 1);
  return compareUnsigned(left, right);
}

function isNegative(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) > 0x7f;
}

/** Without the leading bytes that only repeat the sign; 0 is empty. */
function significant(bytes: Uint8Array): Uint8Array {
  const sign = isNegative(bytes) ? 0xff : 0;
  let start = 0;
  while (start + 1 < bytes.length && bytes[start] === sign && ((bytes[start + 1] as number) ^ sign) < 0x80) start++;
  return bytes.length - start === 1 && bytes[start] === 0 ? bytes.subarray(bytes.length) : bytes.subarray(start);
}

function orderBy(compareBytes: CompareBytes): Order {
  const compare = (a: Bound, b: Bound): number => compareBytes(a as Uint8Array, b as Uint8Array);
  return {
    compare,
    parse: (bytes) => bytes,
    range: (values, selection) => {
      const at = valueAt(values);
      return at === undefined ? undefined : extremes(at, selection, compareBytes);
    },
  };
}

function valueAt(values: FlatValues): ((index: number) => Uint8Array) | undefined {
  if (values.layout === 'bytes') {
    const { data, offsets } = values;
    return (index) => data.subarray(offsets[index], offsets[index + 1]);
  }
  if (values.layout !== 'fixed' || !(values.data instanceof Uint8Array)) return undefined;
  const { data, width } = values;
  return (index) => data.subarray(index * width, (index + 1) * width);
}

function extremes(
  at: (index: number) => Uint8Array,
  { count, picks }: Selection,
  compare: CompareBytes,
): { readonly min: Uint8Array; readonly max: Uint8Array } | undefined {
  if (count === 0) return undefined;
  let min = at(picks?.[0] ?? 0);
  let max = min;
  for (let k = 1; k < count; k++) {
    const value = at(picks === undefined ? k : (picks[k] as number));
    if (compare(value, min) < 0) min = value;
    else if (compare(value, max) > 0) max = value;
  }
  return { min, max };
}

/** Byte arrays, strings, UUID. */
export const byteOrder: Order = orderBy(compareUnsigned);

/** DECIMAL in byte arrays. */
export const signedByteOrder: Order = orderBy(compareSigned);
