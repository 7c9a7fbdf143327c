/**
 * Records how much memory one read uses while the caller uses its batch. Other reads of the same call may use that much
 * less.
 *
 *   the filter's columns   reads a batch | the caller uses it ........ | reads a batch     frees its pages first if they take much memory
 *   all other columns                      reads and returns batches                       may use `limits.memoryBytes` minus `heldBytes` of the filter
 */
import { valuesByteLength } from '@marquetry/column';
import type { ColumnLane } from './column-lane.js';
import type { MemoryBudget } from './memory-budget.js';

import { valueBytes } from './piece-bytes.js';
import type { TypedColumn } from './typed-column.js';

/** The number of bytes of `limits.memoryBytes` that one of several reads in a call uses. */
export interface ReadShare {
  heldBytes: number;
}

/**
 * The fraction of the memory budget that a read may use while the caller uses its batch. The batch itself does not
 * count.
 */
const restingShare = 1 / 8;

/**
 * Makes the column readers of a read free their pages if they use more than {@link restingShare} of the budget. Then records how many bytes the read
 * uses, including the batch.
 */
export async function rest(
  share: ReadShare,
  lanes: readonly ColumnLane[],
  budget: MemoryBudget,
  batch: readonly TypedColumn[],
): Promise<void> {
  const isMuch = (): boolean => budget.totalBytes - budget.freeBytes > restingShare * budget.totalBytes;
  for (const alsoDictionary of [false, true]) {
    if (isMuch()) for (const lane of lanes) await lane.park(alsoDictionary);
  }
  share.heldBytes = budget.totalBytes - budget.freeBytes + bytesOfBatch(batch);
}

/** Returns the number of bytes that the other reads of the call use. */
export function heldBeside(shares: readonly ReadShare[] | undefined): number {
  return shares?.reduce((sum, { heldBytes }) => sum + heldBytes, 0) ?? 0;
}

/** Returns how many bytes a batch takes, including its dictionaries. */
function bytesOfBatch(batch: readonly TypedColumn[]): number {
  let byteLength = 0;
  for (const { values, slotCount, nulls } of batch) {
    byteLength += valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
    if (values.layout === 'dictionary') byteLength += valuesByteLength(values.dictionary);
  }
  return byteLength;
}
