/** Loads one column into memory, so that it can be written in many encodings and codecs. */
import { valuesByteLength } from '@marquetry/column';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import type { ParquetFile, TypedColumn, WriteColumns } from '@marquetry/file';
import { formatPath, type LeafNode, type Schema, selectColumns } from '@marquetry/schema';

/** A column in memory: the batches in which it was read, and a schema with only this column. */
export interface LoadedColumn {
  readonly schema: Schema;
  readonly batches: readonly WriteColumns[];
  readonly rowCount: number;
}

/**
 * The fraction of `limits.memoryBytes` that a loaded column may take. It is small because encoded and decoded values are in memory at the same time.
 */
const columnShare = 1 / 8;

/**
 * Returns the ordinals of the row groups to measure: the first ones that together have at least `mostRows` rows. Row groups are measured whole where
 * possible, because a dictionary covers all rows of its row group.
 */
export function measuredRowGroups({ metadata }: ParquetFile, mostRows: number): readonly number[] {
  let rows = 0;
  const ordinals: number[] = [];
  for (const [ordinal, { numRows }] of metadata.rowGroups.entries()) {
    if (rows >= mostRows) break;
    ordinals.push(ordinal);
    rows += numRows;
  }
  return ordinals;
}

/** Reads a column of the given row groups: all rows, or as many as memory allows, but at most about twice `mostRows`. */
export async function loadColumn(
  file: ParquetFile,
  leaf: LeafNode,
  rowGroups: readonly number[],
  mostRows: number,
  signal: AbortSignal | undefined,
): Promise<LoadedColumn> {
  const path = formatPath(leaf.path);
  const rowsOf = (ordinal: number): number => file.metadata.rowGroups[ordinal]?.numRows ?? 0;
  const allRows = rowGroups.reduce((sum, ordinal) => sum + rowsOf(ordinal), 0);
  const limit = allRows > 2 * mostRows ? mostRows : allRows;
  const batches: WriteColumns[] = [];
  let rowCount = 0;
  let byteLength = 0;
  // Decodes dictionaries, so that writing has to build one, as it would for new values.
  const read = { columns: [leaf], rowGroups, limit, decodeDictionaries: true, ...(signal && { signal }) };
  for await (const [column] of file.leafBatches(read)) {
    if (column === undefined) continue;
    batches.push({ [path]: column });
    rowCount += column.rowCount;
    byteLength += bytesOf(column);
    if (byteLength > file.limits.memoryBytes * columnShare) break;
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  return { schema: selectColumns(file.schema, [path]), batches, rowCount };
}

/** Returns the approximate memory of the decoded values and levels of a batch, in bytes. */
function bytesOf({ values, slotCount, nulls }: TypedColumn): number {
  const levels = nulls.kind === 'levels' ? 2 * slotCount : 0;
  return levels + (values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values));
}
