/**
 * What is summed up of a column's values.
 */
import type { DirectValues } from '@marquetry/core';
import type { Figures } from '../figures.js';

export interface Aggregate {
  /** Adds values; with `counts`, value `i` that many times, and not at all where it is 0. */
  add(values: DirectValues, counts?: Float64Array): void;
  /** Minimum, maximum, and sum or distinct count; none where there was no value. */
  finish(): Figures;
}
