/**
 * The row group that is being filled: rows are encoded portion by portion, column by column.
 *
 *   batch   a: ||||||||||||||||||||   b: ||||||||||||||||||||
 *   portions   |------|------|--|        |------|------|--|     encoded a, b, a, b, a, b
 */
import type { ChunkWriter, WriteBatch } from '@marquetry/column-writer';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { createCheckedSorting } from './checked-sorting.js';
import { type ColumnInput, columnRows } from './column-input.js';
import { type ColumnRows, portionRows } from './column-rows.js';
import { encodeRows, finishChunk, inColumn } from './encode-rows.js';
import type { WritePlan } from './options.js';
import { createChunk, encodedChunk, type PendingChunk } from './pending-chunk.js';
import type { RowGroupStore } from './row-group-store.js';
import { sameRows } from './write-columns.js';

export interface RowGroupFilling {
  /** Rows of the row group so far. */
  readonly rowCount: number;
  /** Adds the rows of a batch, all columns in the order of the schema. Stores the row group whenever it is full. */
  write(inputs: readonly ColumnInput[]): Promise<void>;
  /** Stores the row group, if it has rows. */
  end(): Promise<void>;
  /** Lets go of what is held. Nothing may be written any more. */
  discard(): void;
}

export function createRowGroupFilling(plan: WritePlan, store: RowGroupStore, signal: AbortSignal): RowGroupFilling {
  const { columns, rowGroupRows, rowGroupBytes } = plan;
  // Shows at once what chunk writers refuse.
  let chunks: (ChunkWriter | undefined)[] = columns.map(createChunk);
  let rows = 0;
  const sorting = createCheckedSorting(plan);

  const end = async (): Promise<void> => {
    if (rows === 0) return;
    const rowCount = rows;
    const pending: PendingChunk[] = [];
    for (const [i, column] of columns.entries()) {
      pending.push(encodedChunk(await finishChunk(chunks[i] as ChunkWriter, column, signal), column));
      // Of thousands of columns, writers take more than what they have written.
      chunks[i] = undefined;
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
    rows = 0;
    sorting?.restart();
    await store.store(pending, rowCount);
  };

  return {
    get rowCount(): number {
      return rows;
    },
    async write(inputs) {
      const batch: ColumnRows[] = [];
      for (const [i, column] of columns.entries()) {
        batch.push(await inColumn(column, () => columnRows(column.leaf, inputs[i] as ColumnInput, signal)));
      }
      const rowCount = sameRows(
        batch.map((column) => column.rowCount),
        columns,
      );
      const rowBytes = batch.reduce((sum, column) => sum + column.rowBytes, 0);
      const largest = Math.max(1, Math.min(portionRows(batch), Math.floor(rowGroupBytes / rowBytes)));
      for (let left = rowCount; left > 0; ) {
        const count = Math.min(left, rowGroupRows - rows, largest);
        for (const [i, column] of columns.entries()) {
          const chunk = chunks[i] ?? createChunk(column);
          chunks[i] = chunk;
          const see = sorting && ((taken: WriteBatch): void => sorting.see(column, taken));
          await encodeRows(chunk, column, batch[i] as ColumnRows, count, signal, see);
        }
        sorting?.check(count);
        rows += count;
        left -= count;
        const bytes = chunks.reduce((sum, chunk) => sum + (chunk?.bufferedBytes ?? 0), 0);
        if (rows === rowGroupRows || bytes >= rowGroupBytes) await end();
      }
    },
    end,
    discard() {
      chunks = [];
      rows = 0;
    },
  };
}
