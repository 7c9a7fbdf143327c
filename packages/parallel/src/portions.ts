/**
 * Chooses how many rows a worker returns per batch.
 *
 * V8 counts decoded memory as growth of the worker's heap until it is transferred. With batches of tens of megabytes, it marks the
 * heap once per batch; with batches of a few megabytes, hardly ever. Small batches also fit in the processor's cache.
 */
import { valuesByteLength } from '@marquetry/column';
import type { ParquetFile, RowGroupRange, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

export interface Portions {
  /** Maximum rows per batch, such that all batches of the range have about the same number. */
  rowsOf(range: RowGroupRange): number;
  /** Measures a batch that has arrived. */
  measure(columns: readonly TypedColumn[]): void;
}

/** Target bytes per batch. */
const batchBytes = 2 ** 22;
/** Target bytes per column of a batch if there are many columns, since each takes some microseconds. */
const columnBytes = 2 ** 15;
/** Bytes assumed per value of variable width, including its offset, unless it is stored in more. */
const likelyBytes = 16;

export function createPortions(file: ParquetFile, leaves: readonly LeafNode[]): Portions {
  const targetBytes = Math.max(batchBytes, leaves.length * columnBytes);
  let rowBytes: number | undefined;
  return {
    rowsOf: ({ rowGroup, rowCount }) => {
      rowBytes ??= expectedRowBytes(file, leaves, rowGroup);
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

/** Estimates bytes per row from the footer, but at least the minimum size of the values. */
function expectedRowBytes({ metadata }: ParquetFile, leaves: readonly LeafNode[], ordinal: number): number {
  const group = metadata.rowGroups[ordinal];
  const rows = Math.max(group?.numRows ?? 0, 1);
  return leaves.reduce((bytes, { index, width, maxRepetitionLevel }) => {
    const stored = (group?.columns[index]?.metaData?.totalUncompressedSize ?? 0) / rows;
    return bytes + Math.max(stored, maxRepetitionLevel > 0 ? 0 : width || likelyBytes);
  }, 0);
}
