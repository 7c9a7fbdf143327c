/**
 * The rows of a file one batch after the other, taken in portions of any size.
 */
import type { NestedColumn } from '@marquetry/column';
import { type ParquetFile, readNestedBatches, rowsWithin } from '@marquetry/file';
import { createFieldWriter, type FieldWriter, jsonStyle } from '@marquetry/json';
import type { Field, LeafNode } from '@marquetry/schema';

/** Decoded bytes to hold at once, roughly, and rows at most. */
const batchBytes = 2 ** 24;
const maxBatchRows = 2 ** 14;

/** A field in the batch that the cursor is in. */
export interface CurrentField {
  readonly column: NestedColumn;
  /** The JSON of row `row` of the batch. */
  readonly text: (row: number) => string;
}

export interface RowCursor {
  /** The row of the batch that is next. */
  readonly at: number;
  /** Rows that are left of the batch; 0 after the last one. Reads a batch if there is none. */
  left(): Promise<number>;
  /** The fields, in the order in which they were given. */
  fields(): readonly CurrentField[];
  skip(rows: number): void;
  close(): Promise<void>;
}

/** A cursor over `fields`, whose columns are `leaves`. */
export async function openRows(
  file: ParquetFile,
  fields: readonly Field[],
  leaves: readonly LeafNode[],
  signal: AbortSignal,
): Promise<RowCursor> {
  const batchRows = Math.min(maxBatchRows, await rowsWithin(file, leaves, batchBytes, { signal }));
  const batches = readNestedBatches(file, { columns: leaves, batchRows, signal });
  const writers = fields.map((field) => createFieldWriter(field, jsonStyle));
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
        const byNode = new Map(next.value.columns.map((column) => [column.field.node, column]));
        current = fields.map(({ node }, i) => {
          const column = byNode.get(node) as NestedColumn;
          return { column, text: (writers[i] as FieldWriter)(column) };
        });
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
