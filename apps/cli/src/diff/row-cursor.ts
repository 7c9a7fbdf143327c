/** Reads the rows of a file in batches, and lets the caller advance by any number of rows. */
import type { NestedColumn } from '@marquetry/column';
import { type ParquetFile, readNestedBatches, rowsWithin } from '@marquetry/file';
import { createFieldWriter, type FieldWriter, jsonStyle } from '@marquetry/json';
import type { Field, LeafNode } from '@marquetry/schema';
import { columnsOf } from '../rows/fields-in-order.js';
import { variantWriterOf } from '../rows/variants.js';

/** Approximate decoded bytes per batch. A batch also has at most {@link maxBatchRows} rows. */
const batchBytes = 2 ** 24;
const maxBatchRows = 2 ** 14;

/** A field of the cursor's current batch. */
export interface CurrentField {
  readonly column: NestedColumn;
  /** Returns the text of row `row` of the batch. */
  readonly text: (row: number) => string;
}

export interface RowCursor {
  /** The position of the next row within the current batch. */
  readonly at: number;
  /**
   * Returns the number of rows left in the current batch. Reads the next batch if none are left. Returns 0 at the end
   * of the file.
   */
  left(): Promise<number>;
  /** Returns the fields of the current batch, in the order in which they were passed to {@link openRows}. */
  fields(): readonly CurrentField[];
  skip(rows: number): void;
  close(): Promise<void>;
}

/** Opens a cursor over `fields`, whose columns are `leaves`. */
export async function openRows(
  file: ParquetFile,
  fields: readonly Field[],
  leaves: readonly LeafNode[],
  signal: AbortSignal,
): Promise<RowCursor> {
  const batchRows = Math.min(maxBatchRows, await rowsWithin(file, leaves, batchBytes, { signal }));
  const batches = readNestedBatches(file, { columns: leaves, batchRows, signal });
  const variants = await variantWriterOf(fields);
  const writers = fields.map((field) => createFieldWriter(field, jsonStyle, undefined, variants));
  let current: readonly CurrentField[] = [];
  let rowCount = 0;
  let at = 0;
  return {
    get at(): number {
      return at;
    },
    left: async () => {
      while (at === rowCount) {
        const next = await batches.next();
        if (next.done === true) return 0;
        rowCount = next.value.rowCount;
        at = 0;
        current = columnsOf(next.value, fields).map((column, i) => ({
          column,
          text: (writers[i] as FieldWriter)(column),
        }));
      }
      return rowCount - at;
    },
    fields: () => current,
    skip: (rows) => {
      at += rows;
    },
    close: async () => {
      await batches.return();
    },
  };
}
