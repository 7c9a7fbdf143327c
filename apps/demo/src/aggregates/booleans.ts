/** Aggregates BOOLEAN values. Their sum is the number of true values. */
import type { DirectValues } from '@marquetry/core';
import type { Figures } from '../figures.js';
import type { Aggregate } from './aggregate.js';

export function booleanAggregate(): Aggregate {
  let count = 0;
  let trues = 0;
  return {
    add: (values: DirectValues, counts?: Float64Array) => {
      if (values.layout !== 'bits') return;
      for (let i = 0; i < values.length; i++) {
        const times = counts === undefined ? 1 : (counts[i] as number);
        count += times;
        if (((values.data[i >> 3] as number) >> (i & 7)) & 1) trues += times;
      }
    },
    finish: (): Figures => {
      if (count === 0) return {};
      return { min: trues === count ? '1' : '0', max: trues > 0 ? '1' : '0', sum: `${trues}` };
    },
  };
}
