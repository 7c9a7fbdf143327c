/**
 * Records how much memory one read uses while its caller uses a batch. A call with `where`, for example, makes several
 * reads at the same time, and its other reads may use that much less.
 *
 *   columns of the filter   reads a batch | its caller uses it ........ | reads a batch    frees its pages first if they take much memory
 *   all other columns                      reads and yields batches                       may use `limits.memoryBytes` minus `heldBytes` of the first read
 */
import { valuesByteLength } from '@marquetry/column';
import type { ColumnLane } from './column-lane.js';
import type { MemoryBudget } from './memory-budget.js';

import { valueBytes } from './piece-bytes.js';
import type { TypedColumn } from './typed-column.js';

/** How much of `limits.memoryBytes` a read uses, for a call that makes several reads at the same time. */
export interface ReadShare {
  heldBytes: number;
}

/** The fraction of the memory budget that a read may use while its caller uses a batch, not counting the batch. */
const restingShare = 1 / 8;

/**
 * Frees the pages of a read's column readers if the readers use more than {@link restingShare} of the budget. Then
 * records how many bytes the read uses, including the batch.
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

/** Returns the number of bytes that the other reads in the call use. */
export function heldBeside(shares: readonly ReadShare[] | undefined): number {
  return shares?.reduce((sum, { heldBytes }) => sum + heldBytes, 0) ?? 0;
}

/** Returns the size of a batch in bytes, including its dictionaries. */
function bytesOfBatch(batch: readonly TypedColumn[]): number {
  let byteLength = 0;
  for (const { values, slotCount, nulls } of batch) {
    byteLength += valueBytes(values) + (nulls.kind === 'levels' ? 2 * slotCount : 0);
    if (values.layout === 'dictionary') byteLength += valuesByteLength(values.dictionary);
  }
  return byteLength;
}
