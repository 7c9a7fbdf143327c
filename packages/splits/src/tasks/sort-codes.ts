/**
 * Converts the values of a column to sort codes: unsigned integers that have the same order as the values.
 *
 *   integers          the sign bit is flipped, unless the type is unsigned
 *   floating point    all bits of negative numbers are inverted, and the sign bit of the others is set; -0 becomes 0; NaN comes last
 *   dictionaries      the rank of the value's entry
 *   others            the rank of the value in sorted order; values ordered by bytes are sorted by their first 8 bytes, then compared in full
 */
import { valueBytes } from '@marquetry/column';
import { type DirectValues, PhysicalType, type Steps, type Values } from '@marquetry/core';
import type { ValueOrder } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import { type Codes, radixSorted } from './radix-sort.js';

const signBit = 0x80000000;
const highest = 0xffffffff;
/** Number of values to process before control returns to the caller. */
const stepValues = 2 ** 16;

/** Returns the sort codes of values: one unsigned integer per value, in the same order as the values. */
export function* codesOf(leaf: LeafNode, order: ValueOrder, values: Values): Steps<Codes> {
  if (values.layout === 'dictionary') {
    const { dictionary, indices, length } = values;
    const ranks = yield* ranksOf(leaf, order, dictionary);
    const low = new Uint32Array(length);
    for (let i = 0; i < length; i++) low[i] = ranks[indices[i] as number] as number;
    return { low };
  }
  return numberCodes(leaf, values) ?? { low: yield* ranksOf(leaf, order, values) };
}

/** Inverts sort codes, so that they sort the values in descending order. */
export function inverted({ high, low }: Codes): Codes {
  return { low: low.map((code) => ~code), ...(high !== undefined && { high: high.map((code) => ~code) }) };
}

/** Returns the sort codes of numeric values; undefined for other types. */
function numberCodes({ annotation }: LeafNode, values: DirectValues): Codes | undefined {
  if (values.layout !== 'fixed') return undefined;
  const { buffer, byteOffset } = values.data;
  const flipped = annotation?.kind === 'INTEGER' && !annotation.isSigned ? 0 : signBit;
  const words = (count: number): Uint32Array => new Uint32Array(buffer, byteOffset, count);
  switch (values.type) {
    case PhysicalType.INT32:
      return { low: words(values.length).map((word) => word ^ flipped) };
    case PhysicalType.INT64: {
      const pairs = words(2 * values.length);
      const low = new Uint32Array(values.length);
      const high = new Uint32Array(values.length);
      for (let i = 0; i < values.length; i++) {
        low[i] = pairs[2 * i] as number;
        high[i] = (pairs[2 * i + 1] as number) ^ flipped;
      }
      return { low, high };
    }
    case PhysicalType.FLOAT: {
      const bits = words(values.length);
      const low = new Uint32Array(values.length);
      for (let i = 0; i < values.length; i++) {
        const value = values.data[i] as number;
        const word = value === 0 ? 0 : (bits[i] as number);
        low[i] = Number.isNaN(value) ? highest : word >= signBit ? ~word : word ^ signBit;
      }
      return { low };
    }
    case PhysicalType.DOUBLE: {
      const pairs = words(2 * values.length);
      const low = new Uint32Array(values.length);
      const high = new Uint32Array(values.length);
      for (let i = 0; i < values.length; i++) {
        const value = values.data[i] as number;
        const isZero = value === 0;
        const word = isZero ? 0 : (pairs[2 * i] as number);
        const upper = isZero ? 0 : (pairs[2 * i + 1] as number);
        const isNan = Number.isNaN(value);
        low[i] = isNan ? highest : upper >= signBit ? ~word : word;
        high[i] = isNan ? highest : upper >= signBit ? ~upper : upper ^ signBit;
      }
      return { low, high };
    }
    default:
      return undefined;
  }
}

/** Returns the rank of each value. Equal values have equal ranks. */
function* ranksOf(leaf: LeafNode, order: ValueOrder, values: DirectValues): Steps<Uint32Array> {
  const { length } = values;
  const numbers = numberCodes(leaf, values);
  const bytes: Uint8Array[] = [];
  if (numbers === undefined) {
    for (let i = 0; i < length; i++) {
      bytes.push(valueBytes(values, i));
      if (i % stepValues === stepValues - 1) yield;
    }
  }
  const codes = numbers ?? (isByBytes(leaf) ? yield* prefixCodes(bytes) : { low: new Uint32Array(length) });
  const sorted = yield* radixSorted(
    Int32Array.from({ length }, (_, i) => i),
    codes,
  );
  const isSameCode = (i: number, j: number): boolean =>
    codes.low[i] === codes.low[j] && (codes.high === undefined || codes.high[i] === codes.high[j]);
  const compare = (i: number, j: number): number =>
    numbers === undefined ? compared(order, bytes[i] as Uint8Array, bytes[j] as Uint8Array) : 0;
  const ranks = new Uint32Array(length);
  let rank = 0;
  for (let from = 0, to: number; from < length; from = to) {
    to = from + 1;
    while (to < length && isSameCode(sorted[from] as number, sorted[to] as number)) to++;
    const run = sorted.subarray(from, to);
    if (numbers === undefined && run.length > 1) yield* sortRun(run, compare);
    for (const [i, value] of run.entries()) {
      if (i > 0 && compare(run[i - 1] as number, value) !== 0) rank++;
      ranks[value] = rank;
    }
    rank++;
    if (to % stepValues < to - from) yield;
  }
  return ranks;
}

/** Compares two values of a column. NaN is greater than all numbers. */
function compared(order: ValueOrder, a: Uint8Array, b: Uint8Array): number {
  if (order.hasNans) {
    const [x, y] = [order.isNan(a), order.isNan(b)];
    if (x || y) return Number(x) - Number(y);
  }
  return order.compareNumbers(a, b);
}

/** Returns true if the column's values are compared as unsigned bytes. */
function isByBytes({ annotation, type }: LeafNode): boolean {
  const kinds: readonly (string | undefined)[] = [undefined, 'STRING', 'ENUM', 'JSON', 'BSON', 'UUID'];
  return (
    (type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY) && kinds.includes(annotation?.kind)
  );
}

/** Returns the first 8 bytes of each value as a number. */
function* prefixCodes(bytes: readonly Uint8Array[]): Steps<Codes> {
  const low = new Uint32Array(bytes.length);
  const high = new Uint32Array(bytes.length);
  const wordAt = (value: Uint8Array, at: number): number =>
    ((value[at] ?? 0) << 24) | ((value[at + 1] ?? 0) << 16) | ((value[at + 2] ?? 0) << 8) | (value[at + 3] ?? 0);
  for (const [i, value] of bytes.entries()) {
    high[i] = wordAt(value, 0);
    low[i] = wordAt(value, 4);
    if (i % stepValues === stepValues - 1) yield;
  }
  return { low, high };
}

/** Number of values to sort before control returns to the caller. */
const runLength = 2 ** 12;

/** Sorts in place: sorts short runs, then merges them. Yields between these steps, so that the caller can yield to the event loop. */
function* sortRun(values: Int32Array, compare: (a: number, b: number) => number): Steps<void> {
  const count = values.length;
  for (let from = 0; from < count; from += runLength) {
    values.subarray(from, Math.min(count, from + runLength)).sort(compare);
    if (count > runLength) yield;
  }
  let source = values;
  let target: Int32Array = count > runLength ? new Int32Array(count) : values;
  for (let width = runLength; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(count, from + width);
      const end = Math.min(count, from + 2 * width);
      let a = from;
      let b = middle;
      for (let to = from; to < end; to++) {
        const takesA = b === end || (a < middle && compare(source[a] as number, source[b] as number) <= 0);
        target[to] = source[takesA ? a++ : b++] as number;
        if (to % runLength === runLength - 1) yield;
      }
    }
    [source, target] = [target, source];
  }
  if (source !== values) values.set(source);
}
