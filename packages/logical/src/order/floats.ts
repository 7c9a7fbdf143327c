/**
 * The sort orders of FLOAT, DOUBLE and FLOAT16.
 *
 *   TYPE_ORDER            as numbers. NaNs are not bounds. A zero bound of either sign covers both -0 and +0, so a zero
 *                         minimum is written as -0 and a zero maximum as +0.
 *   IEEE_754_TOTAL_ORDER  by bits: -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN. NaNs are bounds only if all values
 *                         are NaN.
 *
 * Source: parquet.thrift `ColumnOrder`.
 */
import { bytesOf, type DirectValues, PhysicalType, viewOf } from '@marquetry/core';
import { float16ToNumber, numberToFloat16 } from '../half-float.js';
import { type Bounds, noBounds, type ValueOrder } from './value-order.js';

/**
 * Creates the order of FLOAT, DOUBLE or FLOAT16 values.
 * @param type FLOAT or DOUBLE. Any other type means FLOAT16.
 * @param total True for IEEE_754_TOTAL_ORDER, false for TYPE_ORDER.
 */
export function floatOrder(type: PhysicalType, total: boolean): ValueOrder {
  const width = type === PhysicalType.DOUBLE ? 8 : type === PhysicalType.FLOAT ? 4 : 2;
  return {
    kind: total ? 'IEEE_754_TOTAL_ORDER' : 'TYPE_ORDER',
    hasNans: true,
    shortens: 'not',
    scan(values, from, to): Bounds {
      if (from >= to || values.layout !== 'fixed') return noBounds;
      const numbers = numbersOf(values, from, to);
      const { min, max, nanCount } = extremes(numbers);
      if (nanCount === numbers.length) return total ? nanBounds(values.data, from, to, width) : { nanCount };
      return {
        min: floatBytes(total ? zeroOf(numbers, min, -0) : min === 0 ? -0 : min, width),
        max: floatBytes(total ? zeroOf(numbers, max, 0) : max === 0 ? 0 : max, width),
        nanCount,
      };
    },
    compare: total ? compareBits : compareFloats,
    compareNumbers: compareFloats,
    accepts: (bound) => bound.length === width,
    isNan: (bound) => Number.isNaN(floatOf(bound)),
  };
}

type Numbers = Float32Array | Float64Array;

function numbersOf(values: Extract<DirectValues, { layout: 'fixed' }>, from: number, to: number): Numbers {
  if (values.type === PhysicalType.FLOAT || values.type === PhysicalType.DOUBLE) return values.data.subarray(from, to);
  const bytes = bytesOf(values.data);
  const numbers = new Float32Array(to - from);
  for (let i = from; i < to; i++) {
    numbers[i - from] = float16ToNumber((bytes[2 * i] as number) | ((bytes[2 * i + 1] as number) << 8));
  }
  return numbers;
}

/**
 * Returns the minimum and maximum of the numbers that are not NaN. Each array type has its own function, so that the
 * engine compiles each loop for a single type.
 */
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

/**
 * Returns the bound to store in IEEE_754_TOTAL_ORDER, where -0 is less than +0. If `bound` is a zero, its sign is that
 * of `wanted` (-0 for a minimum, +0 for a maximum) if that zero occurs among the values, and the opposite sign
 * otherwise.
 */
function zeroOf(numbers: Numbers, bound: number, wanted: number): number {
  if (bound !== 0) return bound;
  for (let i = 0; i < numbers.length; i++) if (Object.is(numbers[i], wanted)) return wanted;
  return -wanted;
}

/**
 * Returns the smallest and the largest of values that are all NaN. Compares their bytes, because converting a NaN to a
 * JavaScript number may lose its payload.
 */
function nanBounds(data: ArrayBufferView, from: number, to: number, width: number): Bounds {
  const bytes = bytesOf(data);
  let min = bytes.subarray(from * width, (from + 1) * width);
  let max = min;
  for (let i = from + 1; i < to; i++) {
    const value = bytes.subarray(i * width, (i + 1) * width);
    if (compareBits(value, min) < 0) min = value;
    if (compareBits(value, max) > 0) max = value;
  }
  return { min: new Uint8Array(min), max: new Uint8Array(max), nanCount: to - from, onlyNans: true };
}

/** Compares little-endian floats of any width in total order. */
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

/** Compares floats by value: -0 and +0 are equal, and NaN is equal to everything. */
function compareFloats(a: Uint8Array, b: Uint8Array): number {
  const x = floatOf(a);
  const y = floatOf(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Converts the 2, 4 or 8 little-endian bytes of a FLOAT16, FLOAT or DOUBLE to a number. */
export function floatOf(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  if (bytes.length === 8) return view.getFloat64(0, true);
  if (bytes.length === 4) return view.getFloat32(0, true);
  return float16ToNumber(view.getUint16(0, true));
}

/** Rounds a number to the nearest float of 2, 4 or 8 bytes, and returns its little-endian bytes. */
export function floatBytes(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  if (width === 8) view.setFloat64(0, value, true);
  else if (width === 4) view.setFloat32(0, value, true);
  else view.setUint16(0, numberToFloat16(value), true);
  return bytes;
}
