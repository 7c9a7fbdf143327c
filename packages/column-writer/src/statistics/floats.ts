/**
 * Bounds of FLOAT, DOUBLE and FLOAT16.
 *
 * TYPE_ORDER: NaNs are no bounds; a zero minimum is -0 and a zero maximum +0, since either may hide the other.
 * IEEE_754_TOTAL_ORDER: -NaN < -inf ... -0 < +0 ... +inf < +NaN by bits; NaNs are bounds where all values are NaN.
 *
 * Source: parquet.thrift `ColumnOrder`.
 */
import { bytesOf, type FlatValues, PhysicalType } from '@marquetry/core';
import { type Bounds, noBounds, type ValueOrder } from './bounds.js';

export function floatOrder(type: PhysicalType, total: boolean): ValueOrder {
  const width = type === PhysicalType.DOUBLE ? 8 : type === PhysicalType.FLOAT ? 4 : 2;
  return {
    hasNans: true,
    shortens: 'not',
    compare: (a, b) => (total ? compareBits(a, b) : numberOf(a) - numberOf(b)),
    scan(values, from, to): Bounds {
      if (from >= to || values.layout !== 'fixed') return noBounds;
      const numbers = numbersOf(values, from, to);
      const { min, max, nanCount } = extremes(numbers);
      if (nanCount === numbers.length) return total ? nanBounds(values.data, from, to, width) : { nanCount };
      return {
        min: bytesOfNumber(total ? zeroOf(numbers, min, -1) : min === 0 ? -0 : min, width),
        max: bytesOfNumber(total ? zeroOf(numbers, max, 1) : max === 0 ? 0 : max, width),
        nanCount,
      };
    },
  };
}

type Numbers = Float32Array | Float64Array;

function numbersOf(values: Extract<FlatValues, { layout: 'fixed' }>, from: number, to: number): Numbers {
  if (values.type === PhysicalType.FLOAT || values.type === PhysicalType.DOUBLE) return values.data.subarray(from, to);
  const bytes = bytesOf(values.data);
  const numbers = new Float32Array(to - from);
  for (let i = from; i < to; i++) {
    numbers[i - from] = halfToNumber((bytes[2 * i] as number) | ((bytes[2 * i + 1] as number) << 8));
  }
  return numbers;
}

/** One function for each array type, so that each loop sees one. */
function extremes(numbers: Numbers): { readonly min: number; readonly max: number; readonly nanCount: number } {
  return numbers instanceof Float64Array ? extremes64(numbers) : extremes32(numbers);
}

function extremes64(numbers: Float64Array): { readonly min: number; readonly max: number; readonly nanCount: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let ordered = 0;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number;
    if (value <= min) min = value;
    if (value >= max) max = value;
    ordered += Number.isNaN(value) ? 0 : 1;
  }
  return { min, max, nanCount: numbers.length - ordered };
}

function extremes32(numbers: Float32Array): { readonly min: number; readonly max: number; readonly nanCount: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let ordered = 0;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number;
    if (value <= min) min = value;
    if (value >= max) max = value;
    ordered += Number.isNaN(value) ? 0 : 1;
  }
  return { min, max, nanCount: numbers.length - ordered };
}

/** A zero bound in total order: with the sign asked for if there is such a zero. Others as they are. */
function zeroOf(numbers: Numbers, bound: number, sign: number): number {
  if (bound !== 0) return bound;
  for (let i = 0; i < numbers.length; i++)
    if (numbers[i] === 0 && Math.sign(1 / (numbers[i] as number)) === sign) return sign < 0 ? -0 : 0;
  return sign < 0 ? 0 : -0;
}

/** Least and greatest by bits: payloads of NaNs never pass through numbers. */
function nanBounds(data: ArrayBufferView, from: number, to: number, width: number): Bounds {
  const bytes = bytesOf(data);
  let min = bytes.subarray(from * width, (from + 1) * width);
  let max = min;
  for (let i = from + 1; i < to; i++) {
    const value = bytes.subarray(i * width, (i + 1) * width);
    if (compareBits(value, min) < 0) min = value;
    if (compareBits(value, max) > 0) max = value;
  }
  return { min: min.slice(), max: max.slice(), nanCount: to - from, onlyNans: true };
}

/** Total order of little-endian floats of any width. */
function compareBits(a: Uint8Array, b: Uint8Array): number {
  const last = a.length - 1;
  const negativeA = (a[last] as number) >>> 7;
  const negativeB = (b[last] as number) >>> 7;
  if (negativeA !== negativeB) return negativeB - negativeA;
  for (let k = last; k >= 0; k--) {
    const difference = (a[k] as number) - (b[k] as number);
    if (difference !== 0) return negativeA === 1 ? -difference : difference;
  }
  return 0;
}

function numberOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 8) return view.getFloat64(0, true);
  if (bytes.length === 4) return view.getFloat32(0, true);
  return halfToNumber(view.getUint16(0, true));
}

function bytesOfNumber(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  if (width === 8) view.setFloat64(0, value, true);
  else if (width === 4) view.setFloat32(0, value, true);
  else view.setUint16(0, numberToHalf(value), true);
  return bytes;
}

/** IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
function halfToNumber(half: number): number {
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  const magnitude =
    exponent === 31
      ? fraction === 0
        ? Number.POSITIVE_INFINITY
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return half >>> 15 === 1 ? -magnitude : magnitude;
}

/** The inverse of {@link halfToNumber}, for numbers that it gave other than NaN. */
function numberToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24);
  const exponent = Math.floor(Math.log2(magnitude));
  return sign | ((exponent + 15) << 10) | (magnitude * 2 ** (10 - exponent) - 1024);
}
