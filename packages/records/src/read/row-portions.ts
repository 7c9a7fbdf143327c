/** Divides a batch into portions: ranges of rows whose objects fit in memory. */
import { type Limits, limitError } from '@marquetry/core';
import type { BoundRows } from './assemble.js';

/** The maximum size of a portion (a range of rows in a batch). */
export interface PortionBounds {
  /** Maximum number of rows per range of rows. */
  readonly rows: number;
  /** Maximum estimated size of the rows of a range, in bytes. A range of a single row may exceed it. */
  readonly bytes: number;
  /** Maximum estimated size of one row, in bytes; a larger row throws LIMIT. */
  readonly mostBytes: number;
  readonly limits: Limits;
}

/**
 * Divides a batch into portions (ranges of rows), and yields the end of each: the index of the row after its last row.
 * @throws ParquetError LIMIT for a row that takes more than `mostBytes`.
 */
export function* portionEnds(batch: BoundRows, bounds: PortionBounds): Generator<number, void, undefined> {
  const { rows, bytes, mostBytes, limits } = bounds;
  let last = rows;
  for (let from = 0; from < batch.length; ) {
    // Start with twice as many rows as in the previous portion, because measuring all remaining rows each time would
    // take quadratic time.
    let count = Math.min(rows, 2 * last, batch.length - from);
    let found = batch.bytes(from, from + count);
    while (count > 1 && found > bytes) {
      count >>= 1;
      found = batch.bytes(from, from + count);
    }
    if (found > mostBytes && count === 1) {
      const what = `a row (about ${Math.ceil(found)} bytes as an object, in addition to its columns)`;
      throw limitError('memoryBytes', limits, what, batch.largest(from, from + 1));
    }
    last = count;
    from += count;
    yield from;
  }
}
