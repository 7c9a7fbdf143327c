/**
 * INT32 and INT64: exact sums without creating a BigInt per value.
 *
 * An INT64 is added as two 32-bit words. The sum of 2^20 32-bit words is below 2^53, so a Number represents it
 * exactly. After 2^20 values, the sums are added to a BigInt.
 */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';

const exactAdditions = 2 ** 20;

export function integerAggregate(isSigned: boolean): Aggregate {
  let count = 0;
  let min: bigint | undefined;
  let max: bigint | undefined;
  let sum = 0n;

  const widen = (low: bigint, high: bigint): void => {
    if (min === undefined || low < min) min = low;
    if (max === undefined || high > max) max = high;
  };

  const addInt32 = (data: Int32Array): void => {
    for (let from = 0; from < data.length; from += exactAdditions) {
      const to = Math.min(from + exactAdditions, data.length);
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      let partial = 0;
      for (let i = from; i < to; i++) {
        const word = data[i] as number;
        const value = isSigned ? word : word >>> 0;
        if (value < least) least = value;
        if (value > most) most = value;
        partial += value;
      }
      widen(BigInt(least), BigInt(most));
      sum += BigInt(partial);
    }
    count += data.length;
  };

  const addInt64 = (data: BigInt64Array): void => {
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
    for (let from = 0; from < words.length; from += 2 * exactAdditions) {
      const to = Math.min(from + 2 * exactAdditions, words.length);
      let leastLow = 0;
      let leastHigh = Number.POSITIVE_INFINITY;
      let mostLow = 0;
      let mostHigh = Number.NEGATIVE_INFINITY;
      let lows = 0;
      let highs = 0;
      for (let i = from; i < to; i += 2) {
        const low = (words[i] as number) >>> 0;
        const word = words[i + 1] as number;
        const high = isSigned ? word : word >>> 0;
        if (high < leastHigh || (high === leastHigh && low < leastLow)) {
          leastHigh = high;
          leastLow = low;
        }
        if (high > mostHigh || (high === mostHigh && low > mostLow)) {
          mostHigh = high;
          mostLow = low;
        }
        lows += low;
        highs += high;
      }
      widen(joined(leastHigh, leastLow), joined(mostHigh, mostLow));
      sum += joined(highs, lows);
    }
    count += data.length;
  };

  const addCounted = (data: Int32Array | BigInt64Array, counts: Float64Array): void => {
    for (let i = 0; i < data.length; i++) {
      const times = counts[i] as number;
      if (times === 0) continue;
      const word = BigInt(data[i] as number | bigint);
      const value = isSigned ? word : BigInt.asUintN(8 * data.BYTES_PER_ELEMENT, word);
      widen(value, value);
      sum += value * BigInt(times);
      count += times;
    }
  };

  return {
    add: (values: DirectValues, counts?: Float64Array) => {
      if (values.type !== PhysicalType.INT32 && values.type !== PhysicalType.INT64) return;
      if (values.length === 0) return;
      if (counts !== undefined) addCounted(values.data, counts);
      else if (values.type === PhysicalType.INT32) addInt32(values.data);
      else addInt64(values.data);
    },
    finish: (): Figures => (count === 0 ? {} : { min: `${min}`, max: `${max}`, sum: `${sum}` }),
  };
}

function joined(high: number, low: number): bigint {
  return (BigInt(high) << 32n) + BigInt(low);
}
