/**
 * How many rows a worker hands over at a time.
 *
 * To V8, what a worker has decoded and not handed over is growth of the worker's heap: it marks the heap once for each batch of tens
 * of megabytes, and hardly ever for batches of a few. Those also fit the cache of the processor.
 */
import { valuesByteLength } from '@marquetry/column';
import type { ParquetFile, RowGroupRange, TypedColumn } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

export interface Portions {
  /** Rows of a batch at most, such that all batches of the range have about as many. */
  rowsOf(range: RowGroupRange): number;
  /** Takes the measure of a batch that has arrived. */
  measure(columns: readonly TypedColumn[]): void;
}

/** Bytes of a batch. */
const batchBytes = 2 ** 22;
/** Bytes of a column of a batch, if columns are many: each costs some microseconds. */
const columnBytes = 2 ** 15;
/** Bytes that a value of no fixed width is expected to take, with its offset, where it is stored in fewer. */
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

/** By the footer, and by what values take at least. */
function expectedRowBytes({ metadata }: ParquetFile, leaves: readonly LeafNode[], ordinal: number): number {
  const group = metadata.rowGroups[ordinal];
  const rows = Math.max(group?.numRows ?? 0, 1);
  return leaves.reduce((bytes, { index, width, maxRepetitionLevel }) => {
    const stored = (group?.columns[index]?.metaData?.totalUncompressedSize ?? 0) / rows;
    return bytes + Math.max(stored, maxRepetitionLevel > 0 ? 0 : width || likelyBytes);
  }, 0);
}
