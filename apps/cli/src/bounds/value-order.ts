/**
 * What an order of values can do.
 */
import type { FlatValues } from '@marquetry/core';

/** A value, in a form that one order alone compares. */
export type Bound = number | bigint | Uint8Array;

export interface Range {
  readonly min: Bound;
  readonly max: Bound;
}

/** Values to look at: entry `k` is `picks[k]`, or `k` where there are none. */
export interface Selection {
  readonly count: number;
  readonly picks: Int32Array | undefined;
}

export interface Order {
  /** Negative, 0 or positive. */
  compare(a: Bound, b: Bound): number;
  /** A bound as stored; undefined when it bounds nothing: no value of the column, or NaN. */
  parse(bytes: Uint8Array): Bound | undefined;
  /** Of values that have an order: NaN has none. Undefined when there is no such value. May alias the values. */
  range(values: FlatValues, selection: Selection): Range | undefined;
}
