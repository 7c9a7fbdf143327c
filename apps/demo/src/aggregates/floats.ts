/**
 * Aggregates FLOAT, DOUBLE and FLOAT16 values. NaN values are only counted; infinities can be the minimum or maximum,
 * but are not summed.
 */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import { float16ToNumber } from '@marquetry/logical';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';

export function floatAggregate(): Aggregate {
  let count = 0;
  let nans = 0;
  let finite = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  // The accumulated rounding error of the additions (Neumaier's summation). With this correction, the order of addition
  // changes the sum by only about one ulp.
  let lost = 0;

  const accumulate = (value: number): void => {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  };
  const addNumbers = (data: Float32Array | Float64Array, counts: Float64Array | undefined): void => {
    for (let i = 0; i < data.length; i++) {
      const value = data[i] as number;
      const times = counts === undefined ? 1 : (counts[i] as number);
      if (times === 0) continue;
      count += times;
      if (value < min) min = value;
      if (value > max) max = value;
      if (value - value === 0) {
        finite += times;
        accumulate(value * times);
      } else if (Number.isNaN(value)) {
        nans += times;
      }
    }
  };

  return {
    add: (values: DirectValues, counts?: Float64Array) => {
      if (values.layout !== 'fixed') return;
      if (values.type === PhysicalType.FLOAT || values.type === PhysicalType.DOUBLE) addNumbers(values.data, counts);
      else if (values.type === PhysicalType.FIXED_LEN_BYTE_ARRAY) addNumbers(halves(values.data), counts);
    },
    finish: (): Figures => {
      if (count === 0) return {};
      const extremes = nans === count ? {} : { min: `${min}`, max: `${max}` };
      const total = finite === 0 ? {} : { sum: `${Number.isFinite(sum) ? sum + lost : sum}` };
      return { ...extremes, ...total, NaN: `${nans}` };
    },
  };
}

/** Converts little-endian FLOAT16 values. */
function halves(bytes: Uint8Array): Float32Array {
  const numbers = new Float32Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = float16ToNumber((bytes[2 * i] as number) | ((bytes[2 * i + 1] as number) << 8));
  }
  return numbers;
}
