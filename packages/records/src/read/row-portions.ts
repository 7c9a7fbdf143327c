/**
 * Batches of columns to portions of rows that fit the memory.
 */
import { type Limits, limitError } from '@marquetry/core';
import type { BoundRows } from './assemble.js';

/** Rows of one portion. */
export interface PortionBounds {
  /** Rows at most. */
  readonly rows: number;
  /** Estimated bytes, unless one row has more. */
  readonly bytes: number;
  /** Bytes that one row may take; more is LIMIT. */
  readonly mostBytes: number;
  readonly limits: Limits;
}

/**
 * The ends of the portions of a batch, in order.
 * @throws ParquetError LIMIT for a row that takes more than `mostBytes`.
 */
export function* portionEnds(batch: BoundRows, bounds: PortionBounds): Generator<number, void, undefined> {
  const { rows, bytes, mostBytes, limits } = bounds;
  let last = rows;
  for (let from = 0; from < batch.length; ) {
    // From twice the last portion downwards: looking at all that is left each time would be quadratic.
    let count = Math.min(rows, 2 * last, batch.length - from);
    let found = batch.bytes(from, from + count);
    while (count > 1 && found > bytes) {
      count >>= 1;
      found = batch.bytes(from, from + count);
    }
    if (found > mostBytes && count === 1) {
      const what = `a row of about ${Math.ceil(found)} bytes as an object, beside its columns,`;
      throw limitError('memoryBytes', limits, what, batch.largest(from, from + 1));
    }
    last = count;
    from += count;
    yield from;
  }
}
