/**
 * Computes the XXH64 hashes of many values. Each value is hashed in PLAIN encoding, without the length prefix of a
 * BYTE_ARRAY.
 */
import { bytesOf, type DirectValues, type FixedValues, viewOf } from '@marquetry/core';
import { type FilterColumn, isFloatingPoint } from './column.js';
import { xxh64, xxh64OfWord, xxh64OfWords } from './xxh64.js';

/** A function that receives a hash as two words: the lower and the upper 32 bits. */
type TakeHash = (low: number, high: number) => void;

/** The upper word of the DOUBLE -0, and the only word of the FLOAT -0. */
const signBit = 0x80000000 | 0;

/**
 * Calls `take` with the hash of each value of `values[from, to)`. If -0 or +0 occurs in a floating-point column, passes
 * the hashes of both, because a lookup of one must also find the other.
 */
export function hashValues(column: FilterColumn, values: DirectValues, from: number, to: number, take: TakeHash): void {
  if (values.layout === 'bits') return;
  if (values.layout === 'bytes') {
    const { offsets, data } = values;
    hashBytes(data, from, to, (i) => offsets[i] as number, take);
    return;
  }
  const isFloat = isFloatingPoint(column);
  if (!(values.data instanceof Uint8Array)) hashWords(values, isFloat, from, to, take);
  else if (isFloat) hashHalfFloats(values.data, from, to, take);
  else hashBytes(values.data, from, to, (i) => i * values.width, take);
}

function hashBytes(data: Uint8Array, from: number, to: number, startOf: (i: number) => number, take: TakeHash): void {
  const out = new Int32Array(2);
  const view = viewOf(data);
  for (let i = from; i < to; i++) {
    xxh64(view, startOf(i), startOf(i + 1), out);
    take(out[0] as number, out[1] as number);
  }
}

/** Hashes INT32, INT64, FLOAT and DOUBLE values, which consist of one or two 32-bit words. */
function hashWords({ data, width }: FixedValues, isFloat: boolean, from: number, to: number, take: TakeHash): void {
  const out = new Int32Array(2);
  const bytes = bytesOf(data);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let hasZero = false;
  for (let i = from; i < to; i++) {
    const low = width === 4 ? 0 : (words[2 * i] as number);
    const high = width === 4 ? (words[i] as number) : (words[2 * i + 1] as number);
    if (isFloat && low === 0 && high << 1 === 0) {
      hasZero = true;
      continue;
    }
    if (width === 4) xxh64OfWord(high, out);
    else xxh64OfWords(low, high, out);
    take(out[0] as number, out[1] as number);
  }
  if (!hasZero) return;
  for (const high of [0, signBit]) {
    if (width === 4) xxh64OfWord(high, out);
    else xxh64OfWords(0, high, out);
    take(out[0] as number, out[1] as number);
  }
}

function hashHalfFloats(data: Uint8Array, from: number, to: number, take: TakeHash): void {
  let hasZero = false;
  const isZero = (i: number): boolean => data[2 * i] === 0 && ((data[2 * i + 1] as number) & 0x7f) === 0;
  const out = new Int32Array(2);
  const view = viewOf(data);
  for (let i = from; i < to; i++) {
    if (isZero(i)) {
      hasZero = true;
      continue;
    }
    xxh64(view, 2 * i, 2 * i + 2, out);
    take(out[0] as number, out[1] as number);
  }
  if (hasZero) hashBytes(Uint8Array.of(0, 0, 0, 0x80), 0, 2, (i) => 2 * i, take);
}
