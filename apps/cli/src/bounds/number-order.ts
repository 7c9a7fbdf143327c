/**
 * Orders of values that are numbers.
 */
import { PhysicalType } from '@marquetry/core';
import type { Bound, Order, Range } from './value-order.js';

function compareNumbers(a: Bound, b: Bound): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A bound of exactly `width` bytes. */
function sized<T>(width: number, read: (view: DataView) => T): (bytes: Uint8Array) => T | undefined {
  return (bytes) =>
    bytes.length === width ? read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) : undefined;
}

export const booleanOrder: Order = {
  compare: compareNumbers,
  parse: sized(1, (view) => view.getUint8(0) & 1),
  range: (values, { count, picks }) => {
    if (values.layout !== 'bits' || count === 0) return undefined;
    let ones = 0;
    for (let k = 0; k < count; k++) {
      const i = picks === undefined ? k : (picks[k] as number);
      ones += ((values.data[i >> 3] as number) >> (i & 7)) & 1;
    }
    return { min: ones === count ? 1 : 0, max: ones === 0 ? 0 : 1 };
  },
};

export function int32Order(unsigned: boolean): Order {
  // Flipping the sign bit turns unsigned order into signed order.
  const flip = unsigned ? 0x8000_0000 | 0 : 0;
  return {
    compare: compareNumbers,
    parse: sized(4, (view) => view.getInt32(0, true) ^ flip),
    range: (values, { count, picks }) => {
      if (values.layout !== 'fixed' || values.type !== PhysicalType.INT32 || count === 0) return undefined;
      const { data } = values;
      let min = 0x7fff_ffff;
      let max = -0x8000_0000;
      for (let k = 0; k < count; k++) {
        const value = (data[picks === undefined ? k : (picks[k] as number)] as number) ^ flip;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      return { min, max };
    },
  };
}

export function int64Order(unsigned: boolean): Order {
  const flip = unsigned ? 0x8000_0000 | 0 : 0;
  const bound = (high: number, low: number): bigint => (BigInt(high) << 32n) | BigInt(low);
  return {
    compare: compareNumbers,
    parse: sized(8, (view) => bound(view.getInt32(4, true) ^ flip, view.getUint32(0, true))),
    range: (values, { count, picks }) => {
      if (values.layout !== 'fixed' || values.type !== PhysicalType.INT64 || count === 0) return undefined;
      const words = new Int32Array(values.data.buffer, values.data.byteOffset, 2 * values.length);
      let minHigh = 0x7fff_ffff;
      let minLow = 0xffff_ffff;
      let maxHigh = -0x8000_0000;
      let maxLow = 0;
      for (let k = 0; k < count; k++) {
        const i = picks === undefined ? k : (picks[k] as number);
        const low = (words[2 * i] as number) >>> 0;
        const high = (words[2 * i + 1] as number) ^ flip;
        if (high < minHigh || (high === minHigh && low < minLow)) {
          minHigh = high;
          minLow = low;
        }
        if (high > maxHigh || (high === maxHigh && low > maxLow)) {
          maxHigh = high;
          maxLow = low;
        }
      }
      return { min: bound(minHigh, minLow), max: bound(maxHigh, maxLow) };
    },
  };
}

/** FLOAT and DOUBLE. Zeros compare alike, as bounds may have either sign (parquet.thrift `TypeDefinedOrder`). */
export function doubleOrder(width: 4 | 8): Order {
  const parse = sized(width, (view) => (width === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true)));
  return {
    compare: compareNumbers,
    parse: (bytes) => {
      const value = parse(bytes);
      return value === undefined || Number.isNaN(value) ? undefined : value;
    },
    range: (values, { count, picks }) => {
      if (values.layout !== 'fixed') return undefined;
      if (values.type !== PhysicalType.FLOAT && values.type !== PhysicalType.DOUBLE) return undefined;
      const { data } = values;
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let found = false;
      for (let k = 0; k < count; k++) {
        const value = data[picks === undefined ? k : (picks[k] as number)] as number;
        // Both are false for NaN.
        if (value <= min) min = value;
        if (value >= max) max = value;
        found ||= !Number.isNaN(value);
      }
      return found ? { min, max } : undefined;
    },
  };
}

/** Its bits as an integer of the same order; zeros are alike. NaN has none. */
function float16Rank(bits: number): number | undefined {
  const magnitude = bits & 0x7fff;
  if (magnitude > 0x7c00) return undefined;
  return (bits & 0x8000) === 0 ? magnitude : -magnitude;
}

export const float16Order: Order = {
  compare: compareNumbers,
  parse: (bytes) => sized(2, (view) => float16Rank(view.getUint16(0, true)))(bytes),
  range: (values, { count, picks }) => {
    if (values.layout !== 'fixed' || values.type !== PhysicalType.FIXED_LEN_BYTE_ARRAY) return undefined;
    const { data } = values;
    let range: { min: number; max: number } | undefined;
    for (let k = 0; k < count; k++) {
      const i = 2 * (picks === undefined ? k : (picks[k] as number));
      const rank = float16Rank((data[i] as number) | ((data[i + 1] as number) << 8));
      if (rank === undefined) continue;
      range ??= { min: rank, max: rank };
      if (rank < range.min) range.min = rank;
      if (rank > range.max) range.max = rank;
    }
    return range satisfies Range | undefined;
  },
};
