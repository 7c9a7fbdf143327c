/**
 * Fills row groups: encodes one range of rows (a portion) after another, column by column.
 *
 *   batch   a: ||||||||||||||||||||   b: ||||||||||||||||||||
 *   portions   |------|------|--|        |------|------|--|     encoded a, b, a, b, a, b
 */
import type { WriteBatch } from '@marquetry/column-writer';
import { createCheckedSorting } from './checked-sorting.js';
import type { ColumnEncoder, ColumnEncoders } from './column-encoder.js';
import { type ColumnInput, columnRows } from './column-input.js';
import { type ColumnRows, portionRows } from './column-rows.js';
import { inColumn } from './encode-rows.js';
import type { WritePlan } from './options.js';
import type { RowGroupStore } from './row-group-store.js';
import { sameRows } from './write-columns.js';

export interface RowGroupFilling {
  /** Number of rows that have been added but are not stored in a row group yet. */
  readonly rowCount: number;
  /**
   * Adds the rows of a batch, whose columns must be in schema order. Whenever the row group is full, ends it and starts
   * the next one.
   */
  write(inputs: readonly ColumnInput[]): Promise<void>;
  /** Ends the row group, if it has rows. */
  end(): Promise<void>;
  /** Frees all memory. The object must not be used afterwards. */
  discard(reason: unknown): void;
}

export function createRowGroupFilling(
  plan: WritePlan,
  encoders: ColumnEncoders,
  store: RowGroupStore,
  signal: AbortSignal,
): RowGroupFilling {
  const { columns, rowGroupRows, rowGroupBytes } = plan;
  let open: ColumnEncoder[] = columns.map(encoders.open);
  let rows = 0;
  /** Number of rows in row groups that have ended but are not stored yet. */
  let endedRows = 0;
  const sorting = createCheckedSorting(plan);

  const isFull = async (): Promise<boolean> => {
    for (;;) {
      let held = 0;
      let coming = 0;
      for (const { bufferedBytes, comingBytes } of open) {
        held += bufferedBytes;
        coming += comingBytes;
      }
      if (coming === 0 && held >= rowGroupBytes) return true;
      const { endedBytes } = encoders;
      const isRoom = endedBytes === 0 || endedBytes + held + coming < rowGroupBytes;
      if (held + coming < rowGroupBytes && isRoom) return false;
      await encoders.progress();
    }
  };
  const end = async (): Promise<void> => {
    if (rows === 0) return;
    const rowCount = rows;
    rows = 0;
    endedRows += rowCount;
    sorting?.restart();
    await encoders.end(open, async (chunks) => {
      endedRows -= rowCount;
      await store.store(chunks, rowCount);
    });
  };

  return {
    get rowCount(): number {
      return rows + endedRows;
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
          const encoder = open[i] ?? encoders.open(column);
          open[i] = encoder;
          const see = sorting && ((taken: WriteBatch): void => sorting.see(column, taken));
          await encoder.encode(batch[i] as ColumnRows, count, see);
        }
        sorting?.check(count);
        rows += count;
        left -= count;
        if (rows === rowGroupRows || (await isFull())) await end();
      }
    },
    end,
    discard(reason) {
      open = [];
      rows = 0;
      encoders.close(reason);
    },
  };
}
