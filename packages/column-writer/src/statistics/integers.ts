/**
 * Bounds of INT32 and INT64, signed or unsigned, and of BOOLEAN.
 */
import { countBits, readInt32 } from '@marquetry/bit-io';
import type { BitValues, FixedValues } from '@marquetry/core';
import { type Bounds, noBounds, type ValueOrder } from './bounds.js';

/** Flips the sign bit, so that unsigned order becomes signed order. */
const sign = 0x80000000 | 0;

export function int32Order(signed: boolean): ValueOrder {
  const flip = signed ? 0 : sign;
  return {
    hasNans: false,
    shortens: 'not',
    compare: (a, b) => (readInt32(a, 0) ^ flip) - (readInt32(b, 0) ^ flip),
    scan(values, from, to): Bounds {
      if (from >= to) return noBounds;
      const data = (values as FixedValues).data as Int32Array;
      let min = (data[from] as number) ^ flip;
      let max = min;
      for (let i = from + 1; i < to; i++) {
        const value = (data[i] as number) ^ flip;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      return { min: wordsToBytes(min ^ flip), max: wordsToBytes(max ^ flip), nanCount: 0 };
    },
  };
}

export function int64Order(signed: boolean): ValueOrder {
  const flip = signed ? 0 : sign;
  return {
    hasNans: false,
    shortens: 'not',
    compare: (a, b) =>
      (readInt32(a, 4) ^ flip) - (readInt32(b, 4) ^ flip) || (readInt32(a, 0) ^ sign) - (readInt32(b, 0) ^ sign),
    scan(values, from, to): Bounds {
      if (from >= to) return noBounds;
      const { data } = values as FixedValues;
      const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
      // Low words compare as unsigned, high words as the order says.
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
  };
}

/** false before true. */
export const booleanOrder: ValueOrder = {
  hasNans: false,
  shortens: 'not',
  compare: (a, b) => (a[0] as number) - (b[0] as number),
  scan(values, from, to): Bounds {
    if (from >= to) return noBounds;
    const trues = countBits((values as BitValues).data, from, to);
    return { min: Uint8Array.of(trues === to - from ? 1 : 0), max: Uint8Array.of(trues > 0 ? 1 : 0), nanCount: 0 };
  },
};

/** Words as little-endian bytes. */
function wordsToBytes(...words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setInt32(4 * i, word, true);
  return bytes;
}
