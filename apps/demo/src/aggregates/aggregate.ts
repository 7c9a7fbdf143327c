/**
 * What is summed up of a column's values.
 */
import type { FlatValues } from '@marquetry/core';
import type { Figures } from '../figures.js';

export interface Aggregate {
  /** Adds values; with `counts`, value `i` that many times, and not at all where it is 0. */
  add(values: FlatValues, counts?: Float64Array): void;
  /** Minimum, maximum, and sum or distinct count; none where there was no value. */
  finish(): Figures;
}
