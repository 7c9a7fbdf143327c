/**
 * One column in memory, to be written over and over.
 */
import type { ParquetFile, WriteColumns } from '@marquetry/file';
import { formatPath, type LeafNode, type Schema, selectColumns } from '@marquetry/schema';
import type { Context } from '../context.js';

/** A column in memory, row group by row group, and a schema of it alone. */
export interface LoadedColumn {
  readonly path: string;
  readonly schema: Schema;
  readonly batches: readonly WriteColumns[];
  readonly rowCount: number;
}

/** Reads a column of these row groups. */
export async function loadColumn(
  file: ParquetFile,
  leaf: LeafNode,
  rowGroups: readonly number[],
  { signal, pause }: Context,
): Promise<LoadedColumn> {
  const path = formatPath(leaf.path);
  const batches: WriteColumns[] = [];
  let rowCount = 0;
  // Flat: a dictionary that is there already would make building one look cheap.
  for await (const batch of file.columns({ columns: [path], rowGroups, flat: true, signal })) {
    batches.push(batch);
    rowCount += batch[path]?.rowCount ?? 0;
    await pause();
  }
  return { path, schema: selectColumns(file.schema, [path]), batches, rowCount };
}
