/** Finds the column to sort rows by if `orderBy` names a path into a VARIANT. */
import type { ParquetFile, ReadBatchesOptions } from '@marquetry/file';
import { type OrderBy, orderedLeaf } from '@marquetry/prune';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { pathNamed, typedColumn } from './typed-column.js';

/**
 * Resolves to the column to sort by: the typed column of the path, or the column that `orderBy` names if it is not a
 * path into a VARIANT.
 * @throws ParquetError INVALID_ARGUMENT if there is no such column; UNSUPPORTED if the path is not shredded into a
 * typed column, or if some of its values have another type, because values of several types have no common order.
 */
export async function orderedColumn(
  file: ParquetFile,
  orderBy: string | OrderBy,
  options: Pick<ReadBatchesOptions, 'rowGroups' | 'signal' | 'paranoid'> = {},
): Promise<LeafNode> {
  const column = typeof orderBy === 'string' ? orderBy : orderBy.column;
  const path = pathNamed(file.schema, column);
  const typed = path && (await typedColumn(file, path, '`orderBy` cannot sort by', options));
  return orderedLeaf(file.schema, typed === undefined ? column : formatPath(typed.path));
}
