/** Converts DECIMAL to Arrow's representation: little-endian two's complement of 16 or 32 bytes. */
import type { DirectValues } from '@marquetry/core';
import { Decimal } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';
import type { LeafForm } from './leaf-form.js';
import { inStrides } from './strides.js';

/** Maximum number of digits of a Decimal128 and of a Decimal256 (Schema.fbs `Decimal`). */
const digits = { 128: 38, 256: 76 } as const;

/**
 * Returns the conversion of decimals to Decimal128 or Decimal256, which copies the values. `least` is the smallest bit width to use. Returns
 * `undefined` if Decimal256 does not support the precision.
 */
export function decimalForm(precision: number, scale: number, least: 128 | 256 = 128): LeafForm | undefined {
  if (precision > digits[256]) return undefined;
  const bitWidth = precision > digits[128] ? 256 : least;
  return {
    type: new Decimal(scale, precision, bitWidth),
    *buffersOf(values, entries) {
      const words = bitWidth / 32;
      const target = new Uint32Array(values.length * words);
      const convert = widening(values, target, words, entries);
      yield* inStrides(values.length, convert);
      return { values: target };
    },
  };
}

/** Returns a function that converts the values `[from, to)` to integers of `words` 32-bit words each. */
function widening(
  values: DirectValues,
  target: Uint32Array,
  words: number,
  entries: Entries,
): (from: number, to: number) => void {
  const { data } = values;
  if (data instanceof Int32Array || data instanceof BigInt64Array) {
    return (from, to) => widenIntegers(data, target, words, from, to);
  }
  if (values.layout === 'bytes') {
    const { offsets } = values;
    const start = (i: number): number => offsets[i] as number;
    return (from, to) => reverseAll(values.data, start, target, words, entries, from, to);
  }
  const width = values.layout === 'fixed' ? values.width : 0;
  return (from, to) => reverseAll(data as Uint8Array, (i) => i * width, target, words, entries, from, to);
}

function widenIntegers(
  data: Int32Array | BigInt64Array,
  target: Uint32Array,
  words: number,
  first: number,
  end: number,
): void {
  const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  const stored = data.BYTES_PER_ELEMENT >> 2;
  for (let i = first; i < end; i++) {
    const to = i * words;
    const top = source[(i + 1) * stored - 1] as number;
    for (let w = 0; w < stored; w++) target[to + w] = source[i * stored + w] as number;
    if (top < 0) target.fill(0xffff_ffff, to + stored, to + words);
  }
}

function reverseAll(
  bytes: Uint8Array,
  start: (i: number) => number,
  target: Uint32Array,
  words: number,
  entries: Entries,
  first: number,
  end: number,
): void {
  const to = new Uint8Array(target.buffer);
  const width = 4 * words;
  for (let i = first; i < end; i++) {
    if (reverse(bytes, start(i), start(i + 1), to, i * width, width)) continue;
    if (!isValid(entries, i)) continue;
    const size = start(i + 1) - start(i);
    throw misfit('CORRUPT', entries, i, `the decimal has ${size} bytes, more than its precision allows`);
  }
}

/**
 * Converts a big-endian integer to a little-endian integer of `width` bytes, extending its sign. Returns false if the integer does not fit.
 */
function reverse(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number, width: number): boolean {
  const sign = from < to && (source[from] as number) > 0x7f ? 0xff : 0;
  let first = from;
  while (to - first > width) if (source[first++] !== sign) return false;
  if (first > from && (((source[first] as number) ^ sign) & 0x80) !== 0) return false;
  let p = at;
  for (let i = to - 1; i >= first; i--) target[p++] = source[i] as number;
  if (sign !== 0) target.fill(sign, p, at + width);
  return true;
}
