/**
 * The sort orders of INT32 and INT64, signed or unsigned, and of BOOLEAN.
 */
import { countBits, readInt32 } from '@marquetry/bit-io';
import type { BitValues, FixedValues } from '@marquetry/core';
import { type Bounds, noBounds, type ValueOrder } from './value-order.js';

/** Creates an order of integers. Integers are never NaN, and their bounds cannot be shortened. */
function integerOrder(
  width: number,
  compare: ValueOrder['compare'],
  scan: (values: FixedValues, from: number, to: number) => Bounds,
): ValueOrder {
  return {
    kind: 'TYPE_ORDER',
    hasNans: false,
    shortens: 'not',
    scan: (values, from, to) => (from >= to ? noBounds : scan(values as FixedValues, from, to)),
    compare,
    compareNumbers: compare,
    accepts: (bound) => bound.length === width,
    isNan: () => false,
  };
}

/** The sign bit. After XOR with it, unsigned integers can be compared as signed integers. */
const sign = 0x80000000 | 0;

/**
 * The orders created so far: unsigned at index 0, signed at index 1. They are reused, so that V8 keeps the compiled
 * code of their functions.
 */
const int32Orders: ValueOrder[] = [];
const int64Orders: ValueOrder[] = [];

export function int32Order(signed: boolean): ValueOrder {
  int32Orders[Number(signed)] ??= createInt32Order(signed);
  return int32Orders[Number(signed)] as ValueOrder;
}

export function int64Order(signed: boolean): ValueOrder {
  int64Orders[Number(signed)] ??= createInt64Order(signed);
  return int64Orders[Number(signed)] as ValueOrder;
}

function createInt32Order(signed: boolean): ValueOrder {
  const flip = signed ? 0 : sign;
  return integerOrder(
    4,
    (a, b) => (readInt32(a, 0) ^ flip) - (readInt32(b, 0) ^ flip),
    (values, from, to) => {
      const data = values.data as Int32Array;
      let min = (data[from] as number) ^ flip;
      let max = min;
      for (let i = from + 1; i < to; i++) {
        const value = (data[i] as number) ^ flip;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      return { min: wordsToBytes(min ^ flip), max: wordsToBytes(max ^ flip), nanCount: 0 };
    },
  );
}

function createInt64Order(signed: boolean): ValueOrder {
  const flip = signed ? 0 : sign;
  return integerOrder(
    8,
    (a, b) =>
      (readInt32(a, 4) ^ flip) - (readInt32(b, 4) ^ flip) || (readInt32(a, 0) ^ sign) - (readInt32(b, 0) ^ sign),
    ({ data }, from, to) => {
      const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
      // Low words are compared as unsigned integers, high words as signed or unsigned integers, depending on the order.
      let minLow = (words[2 * from] as number) ^ sign;
      let minHigh = (words[2 * from + 1] as number) ^ flip;
      let maxLow = minLow;
      let maxHigh = minHigh;
      for (let i = 2 * from + 2; i < 2 * to; i += 2) {
        const low = (words[i] as number) ^ sign;
        const high = (words[i + 1] as number) ^ flip;
        if (high < minHigh || (high === minHigh && low < minLow)) {
          minLow = low;
          minHigh = high;
        }
        if (high > maxHigh || (high === maxHigh && low > maxLow)) {
          maxLow = low;
          maxHigh = high;
        }
      }
      return {
        min: wordsToBytes(minLow ^ sign, minHigh ^ flip),
        max: wordsToBytes(maxLow ^ sign, maxHigh ^ flip),
        nanCount: 0,
      };
    },
  );
}

/** Returns 32-bit words as little-endian bytes. */
function wordsToBytes(...words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setInt32(4 * i, word, true);
  return bytes;
}

const compareBooleans = (a: Uint8Array, b: Uint8Array): number => ((a[0] as number) & 1) - ((b[0] as number) & 1);

/** The order of BOOLEAN: false before true. */
export const booleanOrder: ValueOrder = {
  kind: 'TYPE_ORDER',
  hasNans: false,
  shortens: 'not',
  scan(values, from, to): Bounds {
    if (from >= to) return noBounds;
    const trues = countBits((values as BitValues).data, from, to);
    return { min: Uint8Array.of(trues === to - from ? 1 : 0), max: Uint8Array.of(trues > 0 ? 1 : 0), nanCount: 0 };
  },
  compare: compareBooleans,
  compareNumbers: compareBooleans,
  accepts: (bound) => bound.length === 1,
  isNan: () => false,
};
