/**
 * Chooses how many rows a worker returns per batch.
 *
 * Batches take a few megabytes. V8 counts decoded memory as growth of the worker's heap until the memory is
 * transferred. With batches of tens of megabytes, V8 would run a garbage collection for each batch; with small batches,
 * it rarely does. Small batches also fit in the processor's cache.
 */
import { valuesByteLength } from '@marquetry/column';
import type { ParquetFile, RowGroupRange, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { expectedRowBytes } from './expected-bytes.js';

export interface Portions {
  /**
   * Returns the maximum number of rows per batch when reading a range of rows. All batches of the range then have about
   * the same number of rows.
   */
  rowsOf(range: RowGroupRange): number;
  /** Updates the estimated bytes per row from a batch that a worker has returned. */
  measure(columns: readonly TypedColumn[]): void;
}

/** Target size of a batch in bytes. */
const batchBytes = 2 ** 22;
/**
 * Minimum target size per column of a batch, in bytes. With many columns, batches are therefore larger than
 * `batchBytes`, because each column of a batch costs some microseconds.
 */
const columnBytes = 2 ** 15;
export function createPortions(file: ParquetFile, leaves: readonly LeafNode[]): Portions {
  const targetBytes = Math.max(batchBytes, leaves.length * columnBytes);
  let rowBytes: number | undefined;
  return {
    rowsOf: ({ rowGroup, rowCount }) => {
      rowBytes ??= leaves.reduce((bytes, leaf) => bytes + expectedRowBytes(file, leaf, rowGroup), 0);
      const batches = Math.max(1, Math.ceil((rowCount * rowBytes) / targetBytes));
      return Math.max(1, Math.ceil(rowCount / batches));
    },
    measure: (columns) => {
      const rows = columns[0]?.rowCount ?? 0;
      if (rows === 0) return;
      rowBytes = columns.reduce((bytes, column) => bytes + bytesOf(column), 0) / rows;
    },
  };
}

function bytesOf({ values, nulls, slotCount }: TypedColumn): number {
  const valueBytes = values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values);
  return valueBytes + (nulls.kind === 'levels' ? 2 * slotCount : 0);
}
