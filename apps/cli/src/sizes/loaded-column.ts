/** Loads one column into memory, so that it can be written many times in different ways. */
import { valuesByteLength } from '@marquetry/column';
import type { ParquetFile, TypedColumn, WriteColumns } from '@marquetry/file';
import { formatPath, type LeafNode, type Schema, selectColumns } from '@marquetry/schema';
import type { Context } from '../context.js';

/** A column in memory, as the batches in which it was read, and a schema with only this column. */
export interface LoadedColumn {
  readonly path: string;
  readonly schema: Schema;
  readonly batches: readonly WriteColumns[];
  readonly rowCount: number;
}

/**
 * The fraction of `limits.memoryBytes` that a column may take. It is small because the encoded and decoded forms are in
 * memory at the same time.
 */
const columnShare = 1 / 8;

/** Reads a column of the given row groups: all of it, or as many rows as memory allows. */
export async function loadColumn(
  file: ParquetFile,
  leaf: LeafNode,
  rowGroups: readonly number[],
  { signal, pause }: Context,
): Promise<LoadedColumn> {
  const path = formatPath(leaf.path);
  const batches: WriteColumns[] = [];
  let rowCount = 0;
  let byteLength = 0;
  // Decode dictionaries, so that the measurement includes the time for building one.
  for await (const batch of file.columnBatches({ columns: [path], rowGroups, decodeDictionaries: true, signal })) {
    batches.push(batch);
    const column = batch[path];
    if (column === undefined) continue;
    rowCount += column.rowCount;
    byteLength += bytesOf(column);
    if (byteLength > file.limits.memoryBytes * columnShare) break;
    await pause();
  }
  return { path, schema: selectColumns(file.schema, [path]), batches, rowCount };
}

/** Returns the approximate bytes that the decoded values and levels of a batch take. */
function bytesOf({ values, slotCount, nulls }: TypedColumn): number {
  const levels = nulls.kind === 'levels' ? 2 * slotCount : 0;
  return levels + (values.layout === 'dictionary' ? values.indices.byteLength : valuesByteLength(values));
}
