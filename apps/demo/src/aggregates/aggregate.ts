/** Computes the figures of a column's values: minimum, maximum, and sum or distinct count. */
import type { DirectValues } from '@marquetry/core';
import type { Figures } from '../figures.js';

export interface Aggregate {
  /** Adds values. If `counts` is given, adds value `i` `counts[i]` times. */
  add(values: DirectValues, counts?: Float64Array): void;
  /**
   * Returns the minimum, the maximum, and the sum or the distinct count. Returns an empty object if no value was added.
   */
  finish(): Figures;
}
